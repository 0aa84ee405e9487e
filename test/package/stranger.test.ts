import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScript } from '../library/run-script.ts'
import { type InstalledProject, installedProject } from './installed.ts'
import { snippets } from './snippets.ts'

let project: InstalledProject
beforeAll(async () => {
  project = await installedProject()
})
afterAll(() => project.remove())

describe('somebody who installs the package', () => {
  it('pastes the program of the README, runs it, and gets this', async () => {
    const program = snippets().find(({ page, language }) => page === 'README.md' && language === 'js')
    await writeFile(join(project.folder, 'program.mjs'), program!.text)
    const { code, stdout, stderr } = await runScript(['program.mjs'], { cwd: project.folder })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatchInlineSnapshot(`
      "api-review skill://api-review Reviews a new or changed HTTP API for naming, errors, pagination, safe retries and changes that break existing callers. Use on OpenAPI files, route handlers, controllers and API design documents, or when the user asks whether an API change is safe.
      brand-kit skill://brand-kit Applies the Fernway brand to texts, pages, slides and images with its logo, colours, type and tone of voice. Use when something that customers see is written, designed or reviewed, or when the user asks for the logo, a brand colour or an announcement.
      commit-message skill://commit-message Writes a Git commit message for the staged changes in the style the repository already uses. Use when the user asks to commit, to write or improve a commit message, or to split a large change into several commits.
      csv-report skill://csv-report Turns a CSV file into a Markdown summary with row count, kind, gaps and range of every column, and totals per group. Use when the user has a CSV or TSV export and asks what is in it, wants statistics or a report, or before writing code that reads it.
      greeting skill://greeting Generate a personalized greeting.
      incident skill://incident Guides the response to a running production incident, from first triage over mitigation to the all-clear, and keeps a timeline. Use when something is down, slow, losing data or leaking, when an alert fires, or when the user says outage, incident or sev.
      postmortem skill://incident/postmortem Writes a blameless postmortem from an incident's timeline, chat log or notes, with impact in numbers, contributing causes and actions that have an owner and a date. Use after an incident is over, or when the user asks for a postmortem, incident report or root cause analysis.
      json-diff skill://json-diff Compares two JSON files by meaning and lists every added, removed and changed value with its path. Use instead of a text diff for configurations, lock files, API responses, snapshots and translations, where key order and formatting differ.
      release-notes skill://release-notes Drafts release notes or a changelog entry from the commits between two Git tags, sorted by what users notice. Use when the user prepares a release, asks what changed since a version, or wants CHANGELOG.md brought up to date.
      sql-safety skill://sql-safety Reviews SQL migrations and data-changing statements before they reach production for locks, table rewrites, lost data, missing ways back and breakage while old code still runs. Use on migration files, schema changes, backfills, or any UPDATE, DELETE or ALTER the user is about to run.

      Create a greeting for Alice from Company.
      Use a formal tone.


      "
    `)
  })

  it('starts the command from node_modules/.bin', async () => {
    const bin = join(project.folder, 'node_modules/.bin/skillway')
    const { stdout, stderr } = await runScript([bin, 'load', 'greeting', 'Alice', 'Company', 'formal'], {
      cwd: project.folder,
    })
    expect({ stdout, stderr }).toEqual({
      stdout: '\nCreate a greeting for Alice from Company.\nUse a formal tone.\n\n',
      stderr: '',
    })
  })
})
