import type { CustomAnswer, CustomField } from './types.ts'

type Asked = Pick<CustomField, 'type' | 'options'>
/** `answer` is null where nothing is said; `problem` is a sentence for the field. */
export type Read = { answer: CustomAnswer | null; problem?: undefined } | { problem: string }

export const MOST_TEXT = 500
export const MOST_LONG = 10_000
/** Beyond it, numbers lose their last digits. */
const MOST_NUMBER = 1e15

/** A day that there was or will be, written 2026-05-31. */
export function isDay(text: string): boolean {
  const day = /^(1[5-9]|2[01])\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** What was typed or sent, as it is stored: decides on both sides of the wire. */
export function readAnswer(field: Asked, said: unknown): Read {
  if (said === null || said === undefined || said === '') return { answer: null }
  switch (field.type) {
    case 'text':
    case 'long':
      return readText(field.type === 'text' ? MOST_TEXT : MOST_LONG, field.type === 'text', said)
    case 'number':
      return readNumber(said)
    case 'date':
      return typeof said === 'string' && isDay(said.trim())
        ? { answer: said.trim() }
        : { problem: 'Please enter a date like 2026-05-31' }
    case 'yesno':
      if (said === true || said === 'yes') return { answer: true }
      return said === false || said === 'no' ? { answer: false } : { problem: 'Please choose yes or no' }
    case 'choice':
      return field.options.some(({ id }) => id === said)
        ? { answer: said as string }
        : { problem: 'Please choose one of the answers' }
    case 'choices':
      return readSeveral(field.options, said)
  }
}

function readText(most: number, oneLine: boolean, said: unknown): Read {
  if (typeof said !== 'string') return { problem: 'Please enter some text' }
  const text = said
    .replace(
      oneLine ? /[\u0000-\u001f\u007f]+/g : /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g,
      oneLine ? ' ' : '',
    )
    .trim()
  if (text.length > most) return { problem: `Please keep this under ${most.toLocaleString('en-US')} characters` }
  return { answer: text || null }
}

function readNumber(said: unknown): Read {
  const text = typeof said === 'string' ? said.trim().replace(',', '.') : said
  if (text === '') return { answer: null }
  const n = typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (typeof n !== 'number' || !Number.isFinite(n)) return { problem: 'Please enter a number' }
  return Math.abs(n) > MOST_NUMBER ? { problem: 'Please enter a smaller number' } : { answer: n }
}

/** In the order of the list, each once. */
function readSeveral(options: CustomField['options'], said: unknown): Read {
  if (!Array.isArray(said)) return { problem: 'Please choose from the answers' }
  if (said.some(one => !options.some(({ id }) => id === one))) return { problem: 'Please choose from the answers' }
  const answer = options.filter(({ id }) => said.includes(id)).map(({ id }) => id)
  return { answer: answer.length > 0 ? answer : null }
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** The option that someone means by its words. */
export const optionSaid = ({ options }: Pick<CustomField, 'options'>, words: string): string | undefined =>
  options.find(({ label }) => folded(label) === folded(words))?.id

const labelOf = ({ options }: Asked, id: unknown) => options.find(option => option.id === id)?.label

/** In words, for a page, a file or a text: the day and the number as the church's country writes them. */
export function wordsOf(field: Asked, answer: CustomAnswer | null | undefined, locale: string): string {
  if (answer === null || answer === undefined) return ''
  switch (field.type) {
    case 'number':
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }).format(answer as number)
    case 'date':
      return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(`${answer as string}T00:00:00Z`),
      )
    case 'yesno':
      return answer ? 'Yes' : 'No'
    case 'choice':
      return labelOf(field, answer) ?? ''
    case 'choices':
      return (answer as string[]).flatMap(id => labelOf(field, id) ?? []).join(', ')
    default:
      return answer as string
  }
}

/** For a file that another program reads: the day and the number as computers write them. */
export function cellOf(field: Asked, answer: CustomAnswer | null | undefined): string | number {
  if (field.type === 'number' && typeof answer === 'number') return answer
  if (field.type === 'date' && typeof answer === 'string') return answer
  if (field.type === 'choices' && Array.isArray(answer))
    return answer.flatMap(id => labelOf(field, id) ?? []).join('; ')
  return wordsOf(field, answer, 'en-US')
}
