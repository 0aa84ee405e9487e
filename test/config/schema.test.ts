import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseConfigDocument } from '../../src/config/config-document.ts'
import { configFileSchema } from '../../src/config/file-schema.ts'
import { projectConfig } from './place.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FILE = resolve(ROOT, 'schema/skillway.schema.json')
const schema = z.toJSONSchema(configFileSchema, { io: 'input' })

/** The examples of docs/config.md, each with the heading that it stands under. */
const EXAMPLES = [
  ...readFileSync(resolve(ROOT, 'docs/config.md'), 'utf8').matchAll(/^#+ ([^\n]*)$|^```\w+\n(.*?)^```$/gms),
]
  .reduce<[string, string][]>((examples, [, heading, text]) => {
    if (heading !== undefined) return [...examples, [heading, '']]
    return [...examples, [examples.at(-1)![0], text!]]
  }, [])
  .filter(([, text]) => text !== '')

describe('schema/skillway.schema.json', () => {
  it('is what the code checks; UPDATE_SCHEMA=1 writes it anew', () => {
    const published = `${JSON.stringify(schema, null, 2)}\n`
    if (process.env['UPDATE_SCHEMA']) writeFileSync(FILE, published)
    expect(readFileSync(FILE, 'utf8')).toBe(published)
  })
})

describe('docs/config.md', () => {
  it('has an example for every key', () => {
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(10)
    const text = EXAMPLES.map(([, example]) => example).join('\n')
    for (const key of [
      'paths',
      'includeDefaults',
      'mcpServers',
      'maxSkills',
      'approval',
      '$schema',
      'http',
      'shell',
      'mcp_servers',
    ]) {
      expect(text).toContain(key)
    }
  })

  it.each(EXAMPLES)(
    'under %j shows a file that loads and that the published schema accepts',
    async (_, text) => {
      await expect(projectConfig(text)).resolves.toMatchObject({ files: ['skillway.yaml'] })
      const { document } = parseConfigDocument(text, 'skillway.yaml')
      const validate = new AjvJsonSchemaValidator().getValidator(JSON.parse(readFileSync(FILE, 'utf8')))
      expect(validate(document?.value)).toMatchObject({ valid: true })
    },
  )
})
