import os from 'node:os'
import { defineConfig } from 'vitest/config'
import { testProjects } from './scripts/test-projects.ts'

const { isolated, database, rules } = testProjects(import.meta.dirname)
const cluster = ['src/testing/cluster.ts']

// Without the React Router plugin: it takes over the module graph.
export default defineConfig({
  test: {
    setupFiles: ['src/testing/setup.ts'],
    pool: 'threads',
    // Half of the time a test waits for PostgreSQL or for a server that it started.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    // A guard against hanging, wide enough for a machine that does other things too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env: {
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      AUTH_RATE_LIMITS: 'off',
      // Whether this machine has it changes nothing; tests of conversion call for it themselves.
      FFMPEG: 'off',
      MAIL_IN_SECRET: 'known-to-the-tests-alone',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          include: database,
          isolate: false,
          globalSetup: cluster,
          setupFiles: ['src/testing/start-file.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated, globalSetup: cluster } },
      {
        extends: true,
        test: { name: 'rules', include: rules, isolate: false, globalSetup: ['src/testing/scratch.ts'] },
      },
    ],
  },
})
