import { z } from 'zod'
import { LABEL, LABEL_RULE } from './label.ts'
import { wholeNumber } from './whole-number.ts'

const MAX_LISTED = 200
const TOO_MANY = `must not hold more than ${MAX_LISTED}`

const text = z.string('must be text').min(1, 'must not be empty')
const texts = z.array(text, 'must be a list of texts').max(MAX_LISTED, TOO_MANY)
const labels = z
  .array(z.string('must be text').regex(LABEL, LABEL_RULE), 'must be a list of labels')
  .max(MAX_LISTED, TOO_MANY)

/** One caller of the HTTP server. */
export const httpTokenSchema = z
  .strictObject(
    {
      name: z
        .string('must be text')
        .regex(LABEL, LABEL_RULE)
        .describe('Who has the token; shown in the log.'),
      token: text.describe('The token itself, best as a variable: ${TEAM_TOKEN}. At least 16 characters.'),
      sha256: text.describe('Or its SHA-256, as 64 hex digits.'),
      sources: labels.describe('The sources that the caller sees; all where it is not set.'),
    },
    "must be a mapping with 'name' and 'token' or 'sha256'",
  )
  .partial()
  .meta({ required: ['name'], oneOf: [{ required: ['token'] }, { required: ['sha256'] }] })

export const httpOAuthSchema = z
  .strictObject(
    {
      issuer: text.describe('The authorization server whose tokens are accepted.'),
      audience: text.describe('This server as clients address it, and as its tokens say in aud.'),
      jwksUri: text.describe("Where the issuer's keys are; by default as its metadata says."),
      scopes: texts.describe('Scopes that a token must have.'),
      sourcesClaim: text.describe(
        'The claim that lists the sources that the caller sees; all where it is not set.',
      ),
    },
    "must be a mapping with 'issuer' and 'audience'",
  )
  .partial()
  .meta({ required: ['issuer', 'audience'] })

/** How `skillway serve --http` serves. */
export const httpSchema = z
  .strictObject(
    {
      host: text.meta({ default: '127.0.0.1' }).describe('The address to listen on.'),
      port: wholeNumber(0, 65_535).meta({ default: 3917 }).describe('0 takes a free one.'),
      tokens: z
        .array(httpTokenSchema, 'must be a list of tokens')
        .max(MAX_LISTED, TOO_MANY)
        .describe('Callers that are let in. SKILLWAY_TOKEN adds one named env.'),
      oauth: httpOAuthSchema.describe('Lets in whoever has an access token of this issuer.'),
      allowedHosts: texts.describe('Further Host headers that mean this server, such as skills.example.com.'),
      allowedOrigins: texts.describe('Origins of web pages that may call, such as https://app.example.com.'),
      requestsPerMinute: wholeNumber(1, 1_000_000)
        .meta({ default: 6000 })
        .describe('How many requests one caller may make in a minute.'),
      wellKnown: z
        .boolean('must be true or false')
        .meta({ default: false })
        .describe('Serves /.well-known/agent-skills/ (discovery draft 0.2.0).'),
    },
    'must be a mapping',
  )
  .partial()
  .meta({ id: 'http' })

export type HttpInput = z.infer<typeof httpSchema>
