import type { Reporter, TestModule } from 'vitest/node'

/** Closes the run with one plain line that any tool can read. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') counts[state]++
      }
    }
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length
    process.stdout.write(
      `\n${counts.passed} passed, ${counts.failed + broken} failed, ${counts.skipped} skipped\n`,
    )
  }
}
