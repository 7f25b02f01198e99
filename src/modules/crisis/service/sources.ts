import type { Ctx } from '#kernel/ctx.ts'
import type { Words } from '../contract.ts'

/** What stands behind an alert, for the person who took it: the words, and how their writer is reached. */
export type CrisisSource = (ctx: Ctx, id: string) => Promise<Words | null>

let readers: Readonly<Record<string, CrisisSource>> = {}

/** Says how the words behind an alert are read, by source; called once, by app/jobs.ts. */
export function plugInCrisisSources(given: Readonly<Record<string, CrisisSource>>): void {
  readers = given
}

/** @throws Error where no module brings that source */
export function sourceReader(source: string): CrisisSource {
  const reader = readers[source]
  if (!reader) throw new Error(`no module reads the words of ${source}`)
  return reader
}
