import { withFormula } from '#kernel/csv.ts'

/** A cell as it was meant: `="01234"` is how spreadsheets keep leading zeros, and an apostrophe holds back a formula. */
export function cellText(raw: string): string {
  const text = raw.trim()
  const quoted = /^=\s*"((?:[^"]|"")*)"$/.exec(text)
  return quoted ? quoted[1]!.replaceAll('""', '"').trim() : withFormula(text)
}
