import os from 'node:os'
import { defineConfig } from 'vitest/config'

// Without the React Router plugin: it takes over the module graph.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['src/testing/global.ts'],
    setupFiles: ['src/testing/setup.ts'],
    pool: 'threads',
    // Each file has a database of its own, and waits for it half of the time.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    env: {
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      AUTH_RATE_LIMITS: 'off',
      MAIL_IN_SECRET: 'known-to-the-tests-alone',
    },
  },
})
