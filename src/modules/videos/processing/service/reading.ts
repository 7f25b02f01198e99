import { readInThread } from '#files/reading/service.ts'
import { type Probed, probeBudget } from '../rules.ts'

/** What is in a film of this disk, read in a thread with a budget of memory and time. */
export function read(path: string) {
  const reader = new URL('../work/probe.ts', import.meta.url)
  return readInThread<Probed>(reader, { path }, { budget: probeBudget })
}
