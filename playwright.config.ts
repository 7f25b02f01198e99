import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

// This file is read again by every worker: what the first reading chose goes on in the environment.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_HOME ??= newHome()
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  return port
}

/** In memory where that is large enough: PostgreSQL waits for the disk at every commit. */
function newHome(): string {
  const memory = fs.existsSync('/dev/shm') ? fs.statfsSync('/dev/shm') : { bavail: 0, bsize: 0 }
  const parent = memory.bavail * memory.bsize > 4e9 ? '/dev/shm' : os.tmpdir()
  const home = fs.mkdtempSync(path.join(parent, 'lampstand-e2e-'))
  fs.chmodSync(home, 0o755) // the account that runs PostgreSQL has to get in
  return home
}

/** Where and in which language a browser of the journeys is. */
export const visitor = { locale: 'en-US', timezoneId: 'America/Chicago' }

export default defineConfig({
  testDir: 'e2e/journeys',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Two cores: one browser computes while the other waits for an answer.
  workers: 2,
  // A journey that only a busy machine broke is walked again; the report names it as flaky.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: origin,
    // Recording costs as much as the journey itself, so only the second try of a journey is recorded.
    trace: 'on-first-retry',
    ...visitor,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-default-apps',
        '--disable-dev-shm-usage',
      ],
    },
  },
  webServer: {
    command: 'node e2e/server.ts',
    url: `${origin}/readyz`,
    timeout: 120_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      E2E_HOME: process.env.E2E_HOME,
      PORT: process.env.E2E_PORT,
      DATA_DIR: path.join(process.env.E2E_HOME, 'data'),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      DATABASE_URL: '',
      SMTP_URL: '',
      DEMO: 'on',
      AUTH_RATE_LIMITS: 'off',
      TRUST_PROXY: 'on',
      LAMPSTAND_ENV: 'local',
      WEBHOOKS_TO_LOOPBACK: 'on',
      LOG_LEVEL: 'warn',
    },
  },
})
