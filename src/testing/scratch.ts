import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for the files of the run, removed at its end. */
    scratch: string
  }
}

/** Whether memory can hold the run's files: many containers give it 64 MB. */
function inMemory(): boolean {
  if (!fs.existsSync('/dev/shm')) return false
  const { bavail, bsize } = fs.statfsSync('/dev/shm')
  return bavail * bsize > 1_000_000_000
}

/** A folder that the account of PostgreSQL can enter, in memory where that can be. */
export function newScratch(): string {
  const scratch = fs.mkdtempSync(path.join(inMemory() ? '/dev/shm' : os.tmpdir(), 'lampstand-test-'))
  fs.chmodSync(scratch, 0o755)
  return scratch
}

export default function setup(project: TestProject) {
  const scratch = newScratch()
  project.provide('scratch', scratch)
  return () => fs.rmSync(scratch, { recursive: true, force: true })
}
