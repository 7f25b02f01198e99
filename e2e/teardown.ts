import fs from 'node:fs'

/** The server has stopped by now: what it wrote can go. */
export default function teardown() {
  fs.rmSync(process.env.E2E_HOME!, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
