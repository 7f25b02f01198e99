import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** `assignedTo` → Assigned to; `leadId` → Lead; null where an input is meant as a whole. */
export function labelOf(path: readonly PropertyKey[] | undefined): string | null {
  const key = path?.findLast(part => typeof part === 'string')
  if (typeof key !== 'string' || key === '') return null
  const words = key
    .replace(/(?<=.)Ids?$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  if (/^(id|url|csv|html|svg|ip)$/.test(words)) return words.toUpperCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date and time',
  array: 'a list',
  tuple: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  null: 'empty',
  nan: 'a number',
}
const formats: Record<string, string> = {
  email: 'an email address such as ann@example.org',
  url: 'a web address that begins with https://',
  datetime: 'a date and time such as 2026-05-31T09:00:00Z',
  date: 'a date such as 2026-05-31',
  time: 'a time such as 09:30',
  duration: 'a duration such as PT45M',
  base64: 'text in Base64',
  ipv4: 'an IP address',
  ipv6: 'an IP address',
  e164: 'a phone number such as +15125550143',
}

const count = (number: unknown) => (typeof number === 'number' ? number.toLocaleString('en-US') : String(number))
const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}
const sized = (number: unknown, origin: string) =>
  units[origin] ? `${count(number)} ${units[origin][number === 1 ? 0 : 1]}` : null

function tooBig(what: string, { maximum, origin, inclusive }: Issue & { code: 'too_big' }): string {
  if (origin === 'date') return `${what} must not be later than ${new Date(Number(maximum)).toISOString().slice(0, 10)}`
  const size = sized(maximum, origin)
  if (size) return `${what} can have up to ${size}`
  return inclusive === false
    ? `${what} must be less than ${count(maximum)}`
    : `${what} can be ${count(maximum)} at most`
}

function tooSmall(what: string, { minimum, origin, inclusive }: Issue & { code: 'too_small' }): string {
  if (origin === 'date')
    return `${what} must not be earlier than ${new Date(Number(minimum)).toISOString().slice(0, 10)}`
  const size = sized(minimum, origin)
  if (size) return minimum === 1 ? `${what} is required` : `${what} needs at least ${size}`
  return inclusive === false
    ? `${what} must be more than ${count(minimum)}`
    : `${what} must be at least ${count(minimum)}`
}

const MOST_CHOICES = 12
function notAChoice(what: string, values: readonly unknown[]): string {
  if (values.length === 1) return `${what} must be ${String(values[0])}`
  if (values.length > MOST_CHOICES) return `${what} is not one of the choices`
  return `${what} must be ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(values.map(String))}`
}

/** What a contract says of an input that it refuses, where the contract has no words of its own. */
export function schemaSentence(issue: Issue): string {
  const label = labelOf(issue.path)
  const what = label ?? 'The request'
  const isEmpty = issue.input === undefined || issue.input === null || issue.input === ''
  if (label && isEmpty && /^invalid_(type|value|format|union)$/.test(issue.code ?? '')) return `${what} is required`
  switch (issue.code) {
    case 'invalid_type':
      return `${what} must be ${kinds[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return notAChoice(what, issue.values)
    case 'too_big':
      return tooBig(what, issue)
    case 'too_small':
      return tooSmall(what, issue)
    case 'invalid_format':
      if (/^[ug]uid/.test(issue.format)) return `${what} can’t be read`
      return formats[issue.format]
        ? `${what} must be ${formats[issue.format]}`
        : `${what} can’t be read as it is written`
    case 'not_multiple_of':
      return issue.divisor === 1 ? `${what} must be a whole number` : `${what} must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `${issue.keys.join(', ')}: there is no such field`
    case 'invalid_key':
      return `${what} has a name in it that is not allowed`
    default:
      return `${what} can’t be used as it is. Please check it`
  }
}
