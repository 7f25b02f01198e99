import { refusals } from '#files/reading/rules.ts'

/** A thread that took longer than it may. */
export class Late extends Error {}

/** What to say of a file that takes more than a thread may; undefined for any other error. */
export function whyTooMuch(error: unknown): string | undefined {
  if (error instanceof Late) return refusals.time
  if ((error as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY') return refusals.memory
}
