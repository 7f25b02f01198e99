import type { ParsedRow } from './parsing.ts'

/** What a check noted about the rows of a file. */
export interface RowProblems {
  /** Rows with a problem, those left out among them. */
  rows: number
  /** The first of them. */
  first: { line: number; leftOut: boolean; texts: string[] }[]
}

/** So many are shown; all that are left out stand in a file to download. */
const SHOWN = 50

export const noProblems = (): RowProblems => ({ rows: 0, first: [] })

/** Adds what is wrong in these rows. */
export function noteProblems(problems: RowProblems, rows: readonly ParsedRow[]): void {
  for (const { line, errors, warnings } of rows) {
    if (errors.length + warnings.length === 0) continue
    problems.rows++
    if (problems.first.length < SHOWN)
      problems.first.push({ line, leftOut: errors.length > 0, texts: [...errors, ...warnings].map(({ text }) => text) })
  }
}
