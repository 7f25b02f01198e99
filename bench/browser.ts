import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { type Person, signUp } from '#testing/processes/person.ts'
import { clearAway, type RunningServer, startServer } from '#testing/processes/server.ts'

/** A server of its own, someone with a church past its first-run steps, and a browser. */
export async function withBrowser(
  work: (given: {
    server: RunningServer
    pat: Person
    browser: Browser
    signedIn: BrowserContextOptions
  }) => Promise<void>,
): Promise<void> {
  const server = await startServer({ set: { LOG_LEVEL: 'error' } })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--no-first-run'],
  })
  try {
    const pat = await signUp(server.url)
    const { version } = await pat.ask('GET', '/rest/v1/church/read')
    await pat.ask('POST', '/rest/v1/church/change', { version, setUp: true })
    const kept = [
      { name: 'sb-127-auth-token', value: JSON.stringify(pat.session) },
      { name: 'lampstand.account', value: pat.clientId },
    ]
    const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: kept }] }
    await work({ server, pat, browser, signedIn: { baseURL: server.url, storageState } })
  } finally {
    await browser.close()
    await clearAway(server.dataDir, server)
  }
}
