import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { trueSkill, type TrueSkill } from './truth.ts'

const MEBIBYTE = 1024 * 1024

/** Folders on disk that hold every kind of skill that is published, and what is true of them. */
export interface Published {
  /** The folder of local skills. */
  local: string
  /** The folder of skills that another server serves, to be mounted as `docs`. */
  remote: string
  /** The upstream server of `remote`, as a command. */
  upstream: { command: string; args: string[] }
  truth: TrueSkill[]
}

/** Makes the folders: with the skills at the limits, which are large, or just the two that the planted faults are about. */
export function publish({ isWhole }: { isWhole: boolean }): Published {
  const root = mkdtempSync(join(tmpdir(), 'skillway-published-'))
  const local = join(root, 'skills')
  const remote = join(root, 'remote')
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  putPlain((path, content) => put(`skills/${path}`, content))
  if (isWhole) {
    putMore((path, content) => put(`skills/${path}`, content))
    putNested((path, content) => put(`skills/${path}`, content))
    putLarge((path, content) => put(`skills/${path}`, content))
  }
  put('remote/handbook/SKILL.md', skill('handbook', 'license: MIT\nmetadata:\n  version: "1.0"'))
  put('remote/handbook/references/data.bin', Buffer.from([0, 255, 1, 254]))
  put('remote/team/onboarding/SKILL.md', skill('onboarding'))
  put('remote/team/onboarding/day one.md', '# Day one\n')
  const server = join(import.meta.dirname, '../servers/skills-server.mjs')
  return {
    local,
    remote,
    upstream: { command: process.execPath, args: [server, remote, 'stdio'] },
    truth: [
      ...LOCAL.filter((path) => isWhole || FEW.has(path)).map((path) =>
        trueSkill(join(local, FOLDERS[path] ?? path), path),
      ),
      ...REMOTE.map((path) => trueSkill(join(remote, path), `docs/${path}`)),
    ],
  }
}

const FEW = new Set(['alpha', 'acme/billing/refunds'])
const LOCAL = [
  'alpha',
  'acme/billing/refunds',
  'fields',
  'odd-metadata',
  'names-of-files',
  'parent',
  'parent/child',
  'parent/child/grandchild',
  'renamed',
  'files-512',
  'bytes-16-mib',
]
const REMOTE = ['handbook', 'team/onboarding']
/** Folders that are called otherwise than the path under which their skill is published. */
const FOLDERS: Record<string, string> = { renamed: 'My Folder' }

type Put = (path: string, content: string | Uint8Array) => void

function skill(name: string, more = ''): string {
  return `---\nname: ${name}\ndescription: Does ${name}.${more === '' ? '' : `\n${more}`}\n---\nBody of ${name}.\n`
}

function putPlain(put: Put): void {
  put('alpha/SKILL.md', skill('alpha'))
  put('alpha/references/guide.md', 'The guide.\r\nWith lines of Windows.\r\n')
  put('alpha/scripts/run.sh', '#!/bin/sh\necho hello\n')
  put('alpha/assets/logo.png', Buffer.from('89504e470d0a1a0a0000', 'hex'))
  put('alpha/assets/empty.txt', '')
  put('alpha/assets/latin1.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9]))
  put('alpha/_manifest', 'A file that FastMCP has another meaning for.')
  put('acme/billing/refunds/SKILL.md', `\ufeff${skill('refunds')}`)
  put('acme/billing/refunds/examples/email.md', 'Dear customer.')
}

function putMore(put: Put): void {
  put('fields/SKILL.md', skill('fields', FIELDS))
  put('odd-metadata/SKILL.md', skill('odd-metadata', 'metadata: {vendor: {bins: [jq, 1]}, flag: true}'))
  for (const name of FILE_NAMES) put(`names-of-files/references/${name}`, `This is ${name}`)
  put('names-of-files/SKILL.md', skill('names-of-files'))
  put('My Folder/SKILL.md', skill('renamed'))
  put('My Folder/notes.md', 'Notes.')
}

const FIELDS = `license: Apache-2.0
compatibility: Needs git.
allowed-tools: Read Bash(git:*)
metadata:
  version: "2.10"
  io.modelcontextprotocol/reserved: passes
  Übersetzung: ja
own-number: 1.5
own-flag: true
own-nothing: null
own-list: [a, 2, {b: c}]
own-text: >-
  folded
  text
own-date: 2024-01-01
own-answer: no
own-🎉: "emoji \\u00e9"`

const FILE_NAMES = [
  '100% sure.md',
  'naïve café.md',
  '日本語.md',
  '🎉 party.txt',
  'a&b=c;d,e.md',
  'plus+sign.md',
  'hash#tag.md',
  "it's.md",
  'brackets [1] {2}.md',
  'at@colon.md',
  'percent%2Fencoded.md',
  '~tilde.md',
  'UPPER.MD',
  'no-extension',
  'two..dots.md',
]

function putNested(put: Put): void {
  put('parent/SKILL.md', skill('parent'))
  put('parent/templates/a.md', 'A.')
  put('parent/child/SKILL.md', skill('child', 'allowed-tools: Bash(*)'))
  put('parent/child/data.txt', 'Data.')
  put('parent/child/grandchild/SKILL.md', skill('grandchild'))
  // Known, and served as resources, but not published: what another host would read differs, or a limit is passed.
  put('heading/SKILL.md', '# Skill: heading\n\nAs AgentPool writes it.\n\n## Instructions\n\nDo it.\n')
  put('Upper_Case/SKILL.md', skill('Upper_Case'))
}

function putLarge(put: Put): void {
  for (const [name, count] of [
    ['files-512', 511],
    ['files-513', 512],
  ] as const) {
    put(`${name}/SKILL.md`, skill(name))
    for (let file = 0; file < count; file++) put(`${name}/references/${file}.md`, `File ${file}.`)
  }
  for (const [name, more] of [
    ['bytes-16-mib', 0],
    ['bytes-above-16-mib', 1],
  ] as const) {
    const text = skill(name)
    put(`${name}/SKILL.md`, text)
    for (let file = 0; file < 4; file++)
      put(
        `${name}/assets/${file}.bin`,
        Buffer.alloc(4 * MEBIBYTE - (file === 0 ? text.length - more : 0), file + 1),
      )
  }
}
