import { openStateFile } from '../../src/trust/state-file.ts'
import { nodeStateFs } from '../../src/trust/state-fs.ts'
import { COUNTER, incremented } from './counter.ts'
import { watchedFs } from './watched-fs.ts'

/** `state-writer PATH COUNT [STEP]`: increments the state COUNT times and says so each time; dies by SIGKILL before its step STEP. */
const [path, count, lastStep = 'Infinity'] = process.argv.slice(2)

let step = 0
const fs =
  lastStep === 'Infinity'
    ? nodeStateFs
    : watchedFs(() => {
        step += 1
        if (step === Number(lastStep)) process.kill(process.pid, 'SIGKILL')
      })

const state = await openStateFile({ path: path!, format: COUNTER, fs })
for (let done = 0; done < Number(count); done++) {
  const { n } = await state.update(incremented)
  process.stdout.write(`${n}\n`)
}
