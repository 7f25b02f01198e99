import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { newDataDir, startServer } from './server.ts'
import { until } from './until.ts'

/**
 * A data directory as a first start leaves it: a copy of one that the run makes once, so that a test which is not about
 * first starts doesn't wait for one.
 */
export async function preparedDataDir(): Promise<string> {
  const home = path.join(inject('scratch'), 'prepared')
  const done = path.join(home, 'done')
  if (isFirst(home)) {
    const dataDir = path.join(home, 'data')
    await (await startServer({ dataDir })).stop()
    fs.writeFileSync(done, '')
  } else await until('another worker has prepared it', () => fs.existsSync(done), 170_000)
  const dataDir = newDataDir()
  // Not fs.cp: PostgreSQL's files belong to an account of their own.
  execFileSync('cp', ['-a', path.join(home, 'data'), dataDir])
  return dataDir
}

/** Whether no other worker has come before. */
function isFirst(home: string): boolean {
  try {
    fs.mkdirSync(home)
    fs.chmodSync(home, 0o755)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
