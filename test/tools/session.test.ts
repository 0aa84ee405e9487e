import { describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import type { LoadedSkill, ReadFile } from '../../src/catalog/types.ts'
import { memorySource } from '../../src/sources/memory.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { createSkillTools } from '../../src/tools/skill-tools.ts'
import { verified } from '../../src/trust/verified.ts'
import { call, callText } from './call.ts'

const version = (number: number) => ({
  deploy: {
    'SKILL.md': `---\nname: deploy\ndescription: Deploys.\n---\nVersion ${number}.\n`,
    'references/steps.md': `Steps of version ${number}.\n`,
    'references/same.md': 'The same.\n',
  },
})

/** A server whose skill can be replaced by another version, verified as servers of a config are. */
function server() {
  const skills = version(1)
  const source: SkillSource = { ...memorySource('docs', skills), kind: 'mcp' }
  return { catalog: createCatalog([verified(source)]), update: () => Object.assign(skills, version(2)) }
}

const SKILL = { skill_name: 'skill://docs/deploy' }
const STEPS = { ...SKILL, file_name: 'references/steps.md' }
const STEPS_URI = { skill_name: 'skill://docs/deploy/references/steps.md' }

describe('the tools of one conversation', () => {
  it.each([
    ['read_reference_file', STEPS],
    ['load_skill', STEPS_URI],
  ])('refuse, by %s, a file that is not of the version that was loaded', async (name, input) => {
    const { catalog, update } = server()
    const tools = createSkillTools(catalog)
    expect(await callText(tools, 'load_skill', SKILL)).toContain('Version 1.')
    expect(await callText(tools, name, input)).toContain('Steps of version 1.')
    update()
    expect(await call(tools, name, input)).toMatchObject({ isError: true, code: 'VERIFICATION_FAILED' })
    expect(await callText(tools, 'load_skill', SKILL)).toContain('Version 2.')
    expect(await callText(tools, name, input)).toContain('Steps of version 2.')
  })

  it('read a file that is still the same, and load none whose skill is another by now', async () => {
    const { catalog, update } = server()
    const tools = createSkillTools(catalog)
    await callText(tools, 'load_skill', SKILL)
    update()
    const same = await callText(tools, 'read_reference_file', { ...SKILL, file_name: 'references/same.md' })
    expect(same).toContain('The same.')
    const loaded = await call(tools, 'load_skill', { skill_name: 'skill://docs/deploy/references/same.md' })
    expect(loaded).toMatchObject({ isError: true, code: 'VERIFICATION_FAILED' })
  })

  it('never know what another conversation loaded', async () => {
    const { catalog, update } = server()
    const [one, other] = [createSkillTools(catalog), createSkillTools(catalog)]
    await callText(one, 'load_skill', SKILL)
    update()
    expect(await callText(other, 'read_reference_file', STEPS)).toContain('Steps of version 2.')
    expect(await call(one, 'read_reference_file', STEPS)).toMatchObject({ isError: true })
    await callText(other, 'load_skill', SKILL)
    expect(await call(one, 'read_reference_file', STEPS)).toMatchObject({ isError: true })
  })
})

describe('a call whose signal is aborted', () => {
  it.each([
    ['load_skill', SKILL, 'onLoad'],
    ['read_reference_file', STEPS, 'onRead'],
  ])('ends %s also while the host is busy with what it was told', async (name, input, hook) => {
    let finish = () => {}
    const busy = () => new Promise<void>((resolve) => (finish = resolve))
    const { catalog, update } = server()
    const tools = createSkillTools(catalog, { [hook]: busy })
    const reason = new Error('Enough')
    const controller = new AbortController()
    const running = tools.find((tool) => tool.name === name)!.run(input, { signal: controller.signal })
    setTimeout(() => controller.abort(reason), 20)
    await expect(running).rejects.toBe(reason)
    finish()
    update()
    const other = createSkillTools(catalog, { [hook]: () => {} })
    expect(await callText(other, name, input)).toContain('ersion 2.')
  })

  it('leaves a conversation as it was: what the model did not get was not loaded', async () => {
    const { catalog, update } = server()
    const controller = new AbortController()
    const tools = createSkillTools(catalog, { onLoad: () => controller.abort(new Error('Enough')) })
    const load = tools.find(({ name }) => name === 'load_skill')!
    await expect(load.run(SKILL, { signal: controller.signal })).rejects.toThrow('Enough')
    update()
    expect(await callText(tools, 'read_reference_file', STEPS)).toContain('Steps of version 2.')
  })
})

describe('what is told to the host', () => {
  function audited(options: { fail?: boolean } = {}) {
    const log: string[] = []
    const note = (line: string) => {
      log.push(line)
      if (options.fail === true) throw new Error('The audit log is full')
    }
    const tools = createSkillTools(server().catalog, {
      onLoad: ({ uri, source, filePath, text }: LoadedSkill) =>
        note(`load ${uri} ${filePath ?? ''} of ${source.label}: ${text.length > 0}`),
      onRead: async ({ uri, bytes }: ReadFile) => note(`read ${uri}: ${bytes.length}`),
    })
    return { log, tools }
  }

  it('is each skill and file that goes to the model, and nothing else', async () => {
    const { log, tools } = audited()
    await call(tools, 'list_skills')
    await call(tools, 'load_skill', SKILL)
    await call(tools, 'load_skill', STEPS_URI)
    await call(tools, 'read_reference_file', STEPS)
    await call(tools, 'load_skill', { skill_name: 'nope' })
    expect(log).toEqual([
      'load skill://docs/deploy  of docs: true',
      'load skill://docs/deploy references/steps.md of docs: true',
      'read skill://docs/deploy/references/steps.md: 20',
    ])
  })

  it.each([
    ['load_skill', SKILL],
    ['read_reference_file', STEPS],
  ])('is told before the model: where that fails, %s gives nothing', async (name, input) => {
    const { tools } = audited({ fail: true })
    const answer = await call(tools, name, input)
    expect(answer).toMatchObject({ isError: true, code: 'INTERNAL' })
    expect(JSON.stringify(answer)).not.toMatch(/ersion 1|audit log/)
  })
})
