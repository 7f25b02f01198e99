import { execFileSync, spawn } from 'node:child_process'
import { Refusal } from './command.ts'

/** The first file of an archive says what it is. */
export interface Manifest {
  lampstand: string
  /** ISO 8601 */
  createdAt: string
  /** whether the embedded database is in it */
  database: boolean
}
export const manifestName = 'lampstand-backup.json'

/**
 * Runs tar. Files that change or vanish while they are read are no failure: of the database, the log that
 * is saved after them puts them right.
 */
export function tar(...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
    let output = ''
    child.stderr.on('data', text => (output += text))
    child.once('error', () => reject(new Refusal('The program tar is needed and was not found.')))
    child.once('close', code =>
      code === 0 || (code === 1 && args.includes('--warning=no-file-changed'))
        ? resolve()
        : reject(new Refusal(`tar failed: ${output.trim()}`)),
    )
  })
}

export function readManifest(archive: string): Manifest {
  try {
    const first = ['--extract', '--to-stdout', '--occurrence=1', '--file', archive, manifestName]
    const text = execFileSync('tar', first, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal(`${archive} is not a backup of Lampstand, or can't be read.`, { cause: error })
  }
}
