import { open } from 'node:fs/promises'
import path from 'node:path'

/** The file that is written to find out. */
export const PROBE = '.writable'

/** Why no file can be kept under `dataDir` now, in a sentence; undefined where one can. */
export async function whyNoFiles(dataDir: string): Promise<string | undefined> {
  try {
    const file = await open(path.join(dataDir, PROBE), 'w', 0o600)
    try {
      await file.write('.'.repeat(4_096))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    const full = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')
    return full ? 'No space is left for files.' : 'Files can’t be written.'
  }
}
