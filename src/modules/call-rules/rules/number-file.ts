import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

export interface ReadNumbers {
  /** E.164, each once. */
  numbers: string[]
  problems: { line: number; text: string }[]
  failed: number
}
/** Problems that are named one by one. */
const MOST_NAMED = 100

const headings = /^(phone|number|telephone|tel|mobile|area ?code|do not call|dnc|name)\b/i

/**
 * Phone numbers of a file, one on each line, whatever else stands beside it; the registry's own form, area code and number with
 * a comma between, is one number.
 */
export function readNumberFile(text: string, country: 'US' | string): ReadNumbers {
  const numbers = new Set<string>()
  const problems: ReadNumbers['problems'] = []
  let failed = 0
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [i, raw] of lines.entries()) {
    const line = raw.trim()
    if (!line || (i === 0 && headings.test(line.replaceAll('"', '')))) continue
    const number = numberIn(line, country)
    if (number) numbers.add(number)
    else {
      failed++
      if (problems.length < MOST_NAMED)
        problems.push({ line: i + 1, text: `There is no phone number in “${line.slice(0, 60)}”.` })
    }
  }
  return { numbers: [...numbers], problems, failed }
}

function numberIn(line: string, country: string): string | undefined {
  const registry = /^"?(\d{3})"?,"?(\d{7})"?$/.exec(line)
  const cells = registry
    ? [`${registry[1]}${registry[2]}`]
    : line.split(/[,;\t|]/).map(cell => cell.replaceAll('"', '').trim())
  for (const cell of cells) {
    if (!/\d{7}/.test(cell.replace(/\D/g, ''))) continue
    const read = parsePhoneNumberFromString(cell, country as 'US')
    if (read?.isPossible()) return read.number
  }
}
