/** Runs the built server on a directory of its own, and removes that when the server has gone. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'

const child = spawn(process.execPath, ['scripts/setup/run.mjs', 'src/server.ts'], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', code => {
  fs.rmSync(process.env.E2E_HOME!, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  process.exit(code ?? 1)
})
