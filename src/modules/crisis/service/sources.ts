import type { CrisisSource } from '#kernel/server-modules.ts'

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
