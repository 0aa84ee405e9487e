import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/cases/**', 'node_modules/**'],
    reporters: ['default', './test/summary-reporter.ts'],
    // Ends what hangs. A busy machine is no fault of the project, so it says nothing of speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Many tests wait for processes and clocks, so a worker more than there are cores pays.
    maxWorkers: 3,
  },
})
