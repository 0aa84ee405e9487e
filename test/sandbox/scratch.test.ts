import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScratch, type Scratch } from '../../src/sandbox/scratch.ts'
import { describeInSandbox, useSandbox } from './sandbox-fixture.ts'

describe('a working folder', () => {
  let scratch: Scratch
  beforeEach(async () => {
    scratch = await createScratch()
  })
  afterEach(() => scratch.dispose())

  it('is empty at first, and private', async () => {
    expect(await scratch.files()).toEqual([])
    const mode = await scratch.use(async (folder) => lstatSync(dirname(folder)).mode & 0o777)
    expect(mode).toBe(0o700)
  })

  it('lists and reads regular files, in folders too', async () => {
    await scratch.use(async (folder) => {
      mkdirSync(join(folder, 'b/c'), { recursive: true })
      writeFileSync(join(folder, 'b/c/deep.bin'), Buffer.from([0, 255]))
      writeFileSync(join(folder, 'a.txt'), 'a')
      writeFileSync(join(folder, '-rf'), '')
    })
    expect(await scratch.files()).toEqual([
      { path: '-rf', size: 0 },
      { path: 'a.txt', size: 1 },
      { path: 'b/c/deep.bin', size: 2 },
    ])
    expect([...(await scratch.read('b/c/deep.bin'))]).toEqual([0, 255])
  })

  it('G11: never follows a link, to a file, a folder or itself', async () => {
    await scratch.use(async (folder) => {
      symlinkSync('/etc/passwd', join(folder, 'file'))
      symlinkSync('/etc', join(folder, 'folder'))
      symlinkSync('loop', join(folder, 'loop'))
    })
    expect(await scratch.files()).toEqual([])
    await expect(scratch.read('file')).rejects.toMatchObject({ code: 'NOT_A_FILE' })
    await expect(scratch.read('loop')).rejects.toMatchObject({ code: 'NOT_A_FILE' })
    await expect(scratch.read('folder/passwd')).rejects.toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
  })

  it.each([
    ['../x', 'PATH_TRAVERSAL'],
    ['/etc/passwd', 'PATH_TRAVERSAL'],
    ['a/../../x', 'PATH_TRAVERSAL'],
    ['..\\x', 'PATH_TRAVERSAL'],
    ['a\0b', 'NULL_BYTE'],
    ['', 'INVALID_URI'],
    ['a//b', 'INVALID_URI'],
    ['missing', 'REFERENCE_NOT_FOUND'],
    ['missing/file', 'REFERENCE_NOT_FOUND'],
    ['dir', 'NOT_A_FILE'],
  ])('refuses to read %j: %s', async (path, code) => {
    await scratch.use(async (folder) => mkdirSync(join(folder, 'dir')))
    await expect(scratch.read(path)).rejects.toMatchObject({ code })
  })

  it('is used by one at a time, in order, also after one has failed', async () => {
    const order: number[] = []
    const uses = [30, 1, 10].map((ms, i) =>
      scratch.use(async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        order.push(i)
        if (i === 0) throw new Error('failed')
      }),
    )
    await Promise.allSettled(uses)
    expect(order).toEqual([0, 1, 2])
  })

  it('is gone once it is disposed of, and says so', async () => {
    const base = await scratch.use(async (folder) => dirname(folder))
    await scratch.dispose()
    await scratch.dispose()
    expect(() => readdirSync(base)).toThrow('ENOENT')
    for (const use of [scratch.files(), scratch.read('a'), scratch.use(async () => 0)]) {
      await expect(use).rejects.toMatchObject({ code: 'USAGE' })
    }
  })
})

describeInSandbox('a working folder after a command', () => {
  const box = useSandbox({})

  it('holds what the command left there, and the next command finds it again', async () => {
    await box.run(
      'mkdir -p out/empty; echo one > out/a.txt; printf "#!/bin/sh\\necho tool" > tool; chmod 750 tool',
    )
    expect(await box.scratch.files()).toEqual([
      { path: 'out/a.txt', size: 4 },
      { path: 'tool', size: 19 },
    ])
    const { stdout } = await box.run('ls out; cat out/a.txt; ./tool; echo two > out/a.txt; rm tool')
    expect(stdout.text).toBe('a.txt\nempty\none\ntool\n')
    expect(await box.scratch.files()).toEqual([{ path: 'out/a.txt', size: 4 }])
    expect(Buffer.from(await box.scratch.read('out/a.txt')).toString()).toBe('two\n')
  })

  it('keeps the times of the files, so that make knows what is new', async () => {
    await box.run('touch -d "2001-02-03 04:05:06Z" old; echo new > new')
    const { stdout } = await box.run('stat -c %Y old; [ new -nt old ] && echo newer')
    expect(stdout.text).toBe('981173106\nnewer\n')
  })

  it('G11: holds no links, FIFOs or names that nobody could ask for, and the result says what was left out', async () => {
    const { notKept } = await box.run(
      'rm -rf *; ln -s /etc/passwd link; ln -s /etc dir; mkfifo fifo; touch "$(printf "a\\nb")" "$(printf "\\377")" ok; ln ok hard',
    )
    expect(notKept).toEqual([
      { path: 'a\\u{a}b', why: 'name' },
      { path: 'dir', why: 'link' },
      { path: 'fifo', why: 'special' },
      { path: 'link', why: 'link' },
      { path: '\ufffd', why: 'name' },
    ])
    expect(await box.scratch.files()).toEqual([
      { path: 'hard', size: 0 },
      { path: 'ok', size: 0 },
    ])
    await expect(box.scratch.read('link')).rejects.toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
  })

  it('A20: holds folders only to a depth that others can follow', async () => {
    const { notKept } = await box.run(
      'rm -rf *; p=d; for i in $(seq 60); do mkdir $p; p=$p/d; done; touch $p',
    )
    expect(notKept).toEqual([{ path: Array(32).fill('d').join('/'), why: 'depth' }])
  })

  it('never takes more room here than it may, also where files have holes', async () => {
    const { notKept } = await box.run('rm -rf *; for i in 1 2 3; do truncate -s 60M hole$i; done')
    expect(await box.scratch.files()).toEqual([{ path: 'hole1', size: 60 * 1024 * 1024 }])
    expect(notKept).toEqual(['hole2', 'hole3'].map((path) => ({ path, why: 'size' })))
    await expect(box.scratch.read('hole1')).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect((await box.run('ls; rm *')).stdout.text).toBe('hole1\n')
  })

  it('is never cut to fit: a command that may use less than it holds is refused, and the next one finds all', async () => {
    await box.run('rm -rf *; head -c 3M /dev/urandom > big')
    const small = box.run('true', { limits: { scratchBytes: 1024 * 1024 } })
    await expect(small).rejects.toMatchObject({
      code: 'COMMAND_REFUSED',
      message: expect.stringContaining('working folder'),
    })
    expect((await box.run('stat -c %s big; rm big')).stdout.text).toBe('3145728\n')
  })

  it('is read-only as it was before, beside the one that the command works in', async () => {
    await box.run('rm -rf *; echo one > a')
    const { stdout } = await box.run('echo two > a; cat /before/a; touch /before/b 2>&1')
    expect(stdout.text).toMatch(/^one\n.*Read-only file system\n$/)
  })
})
