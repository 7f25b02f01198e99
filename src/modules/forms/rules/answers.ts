import type { Condition, Field } from './definition.ts'

export interface Member {
  role: string
  firstName: string
  lastName: string
  birthDate: string
}
export interface AddressAnswer {
  street: string
  city: string
  region: string
  postalCode: string
}
/** As it is stored; on its way it is the ticket with which the upload was answered. */
export interface FileAnswer {
  id: string
  name: string
  /** Bytes. */
  size: number
}
export type Answer = string | string[] | AddressAnswer | Member[] | FileAnswer[]
export type Answers = Record<string, Answer>
/** What the rules need to know of a field; a page tells its script as much. */
export type Asked = Pick<Field, 'key' | 'type' | 'required' | 'options' | 'when' | 'payment'>

/*
 * These functions decide on both sides of the wire: the page gets their text as Node runs it (page-script.ts). So each
 * is whole in itself or uses another of this file, and imports nothing but types.
 */

/** Words that stand on the form: nobody answers them. */
export function isWords(type: Field['type']): boolean {
  return type === 'section' || type === 'page'
}

/** A price that everyone pays: there is nothing to enter. */
export function isFixed({ type, payment }: Pick<Field, 'type' | 'payment'>): boolean {
  return type === 'payment' && payment?.kind === 'fixed'
}

/** What a sent form says, field by field; what stands in no field is left behind. */
export function answersFrom(fields: readonly Asked[], entries: readonly (readonly [string, string])[]): Answers {
  // Signs that nobody sees, or that turn around what stands behind them, are no part of an answer.
  const seen = (value: string) => value.replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '').trim()
  const all = (name: string) => entries.filter(([key]) => key === name).map(([, value]) => seen(value))
  const one = (name: string) => all(name)[0] ?? ''
  const answers: Answers = {}
  for (const { key, type } of fields) {
    if (isWords(type)) continue
    if (type === 'choices' || type === 'file') answers[key] = [...new Set(all(key).filter(Boolean))]
    else if (type === 'address') answers[key] = addressFrom(key, one)
    else if (type === 'family') answers[key] = familyFrom(key, one)
    else answers[key] = one(key).replace(/\r\n/g, '\n')
  }
  return answers
}

export function addressFrom(key: string, one: (name: string) => string): AddressAnswer {
  return {
    street: one(`${key}.street`),
    city: one(`${key}.city`),
    region: one(`${key}.region`),
    postalCode: one(`${key}.postalCode`),
  }
}

/** Rows in which nothing was written are none. */
export function familyFrom(key: string, one: (name: string) => string): Member[] {
  const rows: Member[] = []
  for (let i = 0; i < 8; i++) {
    const at = `${key}.${i}.`
    const row = {
      role: one(`${at}role`) || 'child',
      firstName: one(`${at}firstName`),
      lastName: one(`${at}lastName`),
      birthDate: one(`${at}birthDate`),
    }
    if (row.firstName || row.lastName || row.birthDate) rows.push(row)
  }
  return rows
}

/** Whether there is an answer at all. */
export function isAnswered(answer: Answer | undefined): boolean {
  if (answer === undefined) return false
  if (typeof answer === 'string' || Array.isArray(answer)) return answer.length > 0
  return Object.values(answer).some(Boolean)
}

/** The keys of the fields that are shown. One that is not shown counts as unanswered for those after it. */
export function shownKeys(fields: readonly Asked[], answers: Answers): string[] {
  const shown: string[] = []
  const holds = ({ key, is, value }: Condition) => {
    const answer = shown.includes(key) ? answers[key] : undefined
    const wanted = value.trim().toLowerCase()
    const said = (Array.isArray(answer) ? answer : [answer ?? ''])
      .filter(one => typeof one === 'string')
      .map(one => one.toLowerCase())
    if (is === 'answered') return isAnswered(answer)
    if (is === 'empty') return !isAnswered(answer)
    if (is === 'equals') return said.includes(wanted)
    if (is === 'differs') return !said.includes(wanted)
    return said.some(one => one.includes(wanted))
  }
  let left = false
  for (const field of fields) {
    const fits = field.when.every(holds)
    // A page that is not shown takes what stands on it along.
    if (field.type === 'page') left = !fits
    if (fits && !left) shown.push(field.key)
  }
  return shown
}

/** What is wrong, by field; of a family's row by `key.0.firstName`. Nothing is wrong with what is not shown. */
export function problemsOf(fields: readonly Asked[], answers: Answers): Record<string, string> {
  const shown = shownKeys(fields, answers)
  const found: Record<string, string> = {}
  for (const field of fields) {
    if (!shown.includes(field.key) || isWords(field.type) || field.type === 'hidden' || isFixed(field)) continue
    const answer = answers[field.key]
    if (isAnswered(answer)) {
      if (field.type === 'family') Object.assign(found, familyProblems(field.key, answer as Member[]))
      const problem = problemWith(field, answer as Answer)
      if (problem) found[field.key] = problem
    } else if (field.required) found[field.key] = missing(field)
  }
  return found
}

export function missing({ type }: Pick<Asked, 'type'>): string {
  if (type === 'choice' || type === 'yesno') return 'Please choose one'
  if (type === 'choices') return 'Please choose at least one'
  if (type === 'family') return 'Please add someone'
  if (type === 'file') return 'Please add a file'
  return 'Please fill this in'
}

export function problemWith({ type, options, required, payment }: Asked, answer: Answer): string {
  if (type === 'choices')
    return (answer as string[]).every(one => options.includes(one)) ? '' : 'Please choose from these answers'
  if (type === 'file') return (answer as string[]).length <= 5 ? '' : 'Up to five files'
  if (type === 'address') {
    const { street, city, region, postalCode } = answer as AddressAnswer
    if (required && !(street && city)) return 'Please enter the street and city'
    return [street, city, region, postalCode].every(part => part.length <= 200) ? '' : 'Please keep each line shorter'
  }
  if (type === 'family') return ''
  const text = answer as string
  const most = type === 'paragraph' ? 10_000 : 500
  if (text.length > most) return `Please keep this under ${most.toLocaleString('en-US')} characters`
  if (type === 'email' && !isEmail(text)) return 'Please enter a valid email address'
  if (type === 'phone' && !isPhone(text)) return 'Please enter a phone number with its area code'
  if (type === 'number' && !/^-?\d{1,15}([.,]\d{1,6})?$/.test(text)) return 'Please enter a number'
  if (type === 'date' && !isDate(text)) return 'Please enter a date like 2026-05-31'
  if (type === 'payment' && payment?.kind === 'quantity' && !/^\d{1,4}$/.test(text))
    return 'Please enter a whole number'
  if (type === 'payment' && payment?.kind === 'open' && !/^[^\d-]{0,4}[\d,]{1,12}(\.\d{1,3})?$/.test(text))
    return 'Please enter an amount such as 25 or 25.00'
  if (type === 'choice' && !options.includes(text)) return 'Please choose one of these answers'
  if (type === 'yesno' && text !== 'yes' && text !== 'no') return 'Please choose yes or no'
  return ''
}

export function familyProblems(key: string, members: readonly Member[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [i, { firstName, lastName, birthDate }] of members.entries()) {
    if (!firstName) found[`${key}.${i}.firstName`] = 'Please enter a first name'
    else if (firstName.length > 200 || lastName.length > 200)
      found[`${key}.${i}.firstName`] = 'Please keep this shorter'
    if (birthDate && !isDate(birthDate)) found[`${key}.${i}.birthDate`] = 'Please enter a date like 2018-05-31'
  }
  return found
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)+$/.test(text)
}

export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 7 && digits <= 17 && /^[\d\s()+./x-]+$/i.test(text)
}

/** A day that there was or will be, written 2026-05-31. */
export function isDate(text: string): boolean {
  const day = /^(1[89]|20|21)\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The pages that are shown, each with the keys of its fields; one where nothing begins another. */
export function pagesOf(fields: readonly Asked[], answers: Answers): string[][] {
  const shown = shownKeys(fields, answers)
  const pages: string[][] = [[]]
  for (const { key, type } of fields) {
    if (!shown.includes(key)) continue
    if (type === 'page' && pages[pages.length - 1]!.length > 0) pages.push([])
    pages[pages.length - 1]!.push(key)
  }
  return pages
}
