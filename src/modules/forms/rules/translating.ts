import type { Language } from '#public-page/rules/languages.ts'
import { isWords } from './answers.ts'
import {
  type Definition,
  type Field,
  type FieldWords,
  type Handling,
  type PageText,
  type PageWords,
  pageTexts,
  type Reply,
} from './definition.ts'
import { languagesOf } from './languages.ts'

export const pageTextNames: Record<PageText, string> = {
  title: 'Title',
  intro: 'Introduction',
  button: 'Button',
  thanksTitle: 'Thank-you page: heading',
  thanksText: 'Thank-you page: text',
  closedText: 'Closed message',
  keepNotice: 'Notice about saved answers',
}

/** One text that a visitor sees, and its translation. */
interface Told<Put> {
  /** title, or the part of a field: label, help, option 2 */
  part: string
  name: string
  original: string
  told: string
  /** Writes the translation. */
  put: (text: string) => Put
}
export type Text = Told<Partial<PageWords> | Partial<FieldWords>>
export type ReplyText = Told<Reply>

export const textsOfPage = (definition: Omit<Definition, 'fields'>, language: Language): Text[] =>
  pageTexts
    .filter(part => part !== 'keepNotice' || definition.keep)
    .map(part => ({
      part,
      name: pageTextNames[part],
      original: definition[part] ?? '',
      told: definition.words?.[language]?.[part] ?? '',
      put: (text: string) => ({ [part]: text }),
    }))
    .filter(({ original }) => original)

type ReplyWords = Pick<Handling, 'reply' | 'replySubject' | 'replyText' | 'replies'>
/** The answer by mail, where there is one. */
export function textsOfReply({ reply, replySubject, replyText, replies }: ReplyWords, language: Language): ReplyText[] {
  const told = replies?.[language] ?? { subject: '', text: '' }
  const all: ReplyText[] = [
    {
      part: 'subject',
      name: 'Confirmation email: subject',
      original: replySubject,
      told: told.subject,
      put: subject => ({ ...told, subject }),
    },
    {
      part: 'text',
      name: 'Confirmation email: text',
      original: replyText,
      told: told.text,
      put: text => ({ ...told, text }),
    },
  ]
  return reply ? all.filter(({ original }) => original) : []
}

const blank: FieldWords = { label: '', help: '', options: [] }
export const wordsOf = (field: Field, language: Language): FieldWords => field.words?.[language] ?? blank

/** A hidden value is seen by nobody. */
export function textsOfField(field: Field, language: Language): Text[] {
  if (field.type === 'hidden') return []
  const words = wordsOf(field, language)
  const label = field.type === 'consent' ? 'Wording' : isWords(field.type) ? 'Heading' : 'Label'
  const all: Text[] = [
    { part: 'label', name: label, original: field.label, told: words.label, put: text => ({ label: text }) },
    {
      part: 'help',
      name: isWords(field.type) ? 'Text below' : 'Help',
      original: field.help,
      told: words.help,
      put: text => ({ help: text }),
    },
    ...(field.type === 'choice' || field.type === 'choices' ? field.options : []).map((original, i) => ({
      part: `option ${i}`,
      name: `Answer ${i + 1}`,
      original,
      told: words.options[i] ?? '',
      put: (text: string) => ({ options: field.options.map((_, at) => (at === i ? text : (words.options[at] ?? ''))) }),
    })),
  ]
  return all.filter(({ original }) => original)
}

/** How many texts a language lacks: they are shown as they are in the form's own. */
export const missingIn = (definition: Definition, reply: ReplyWords, language: Language): number =>
  [
    ...textsOfPage(definition, language),
    ...definition.fields.flatMap(field => textsOfField(field, language)),
    ...textsOfReply(reply, language),
  ].filter(({ told }) => !told.trim()).length

/** The further languages, each with how many texts it lacks. */
export const missing = (definition: Definition, reply: ReplyWords) =>
  languagesOf(definition)
    .slice(1)
    .map(language => ({ language, count: missingIn(definition, reply, language) }))

/** "3 texts not translated yet" */
export const missingSentence = (count: number): string =>
  count === 0 ? 'Everything is translated' : `${count === 1 ? '1 text' : `${count} texts`} not translated yet`

/**
 * What stood beside each option, beside the options as they are now: one that was put in, taken out or written
 * differently takes nothing from the others.
 */
export function realigned<T>(before: readonly string[], after: readonly string[], beside: readonly T[], none: T): T[] {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const sameLength = before.length === after.length
  return after.map((option, i) => {
    const known = before.indexOf(option)
    const at =
      i < head
        ? i
        : i >= after.length - tail
          ? i + before.length - after.length
          : known >= 0
            ? known
            : sameLength && !after.includes(before[i]!)
              ? i
              : -1
    return beside[at] ?? none
  })
}

/** The field with other options, and everything that stands beside them where it belongs. */
export function withOptions(field: Field, options: string[]): Partial<Field> {
  const { words = {}, places } = field
  const told = Object.entries(words).map(([language, one]) => [
    language,
    { ...one!, options: realigned(field.options, options, one!.options, '') },
  ])
  return {
    options,
    ...(field.words && { words: Object.fromEntries(told) }),
    ...(places && { places: realigned(field.options, options, places, null) }),
  }
}
