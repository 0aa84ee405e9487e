import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/cases/**', 'node_modules/**'],
    reporters: ['default', './test/summary-reporter.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Many tests wait for processes and clocks, so a worker more than there are cores pays.
    maxWorkers: 3,
  },
})
