import { type Language, preferredLanguage } from '#public-page/rules/languages.ts'
import type { Definition, Field, Handling, Reply } from './definition.ts'

export const MOST_LANGUAGES = 8

type ReplyWords = Pick<Handling, 'replySubject' | 'replyText' | 'replies'>
type Spoken = Pick<Definition, 'language' | 'languages'>
/** The language that the form's own words are in. */
export const mainOf = ({ language }: Spoken): Language => language ?? 'en'
/** Every language of a form, its main one first. */
export const languagesOf = (definition: Spoken): Language[] => [
  ...new Set([mainOf(definition), ...(definition.languages ?? [])]),
]

/** As the form is shown in a language: what is not translated stays as it is. What is answered is the same in all. */
export function inLanguage(definition: Definition, language: Language): Definition {
  if (language === mainOf(definition)) return definition
  const { words: _, fields, ...page } = definition
  const words = definition.words?.[language]
  const told = Object.fromEntries(Object.entries(words ?? {}).filter(([, text]) => text))
  return { ...page, ...told, fields: fields.map(field => fieldIn(field, language)) }
}

function fieldIn(field: Field, language: Language): Field {
  const words = field.words?.[language]
  if (!words) return field
  const { label, help, options } = words
  return {
    ...field,
    label: label || field.label,
    help: field.help && (help || field.help),
    shown: field.options.map((option, i) => options[i] || option),
  }
}

/** The words beside an answer's box; what it answers is the option itself, in every language the same. */
export const optionWords = ({ options, shown }: Pick<Field, 'options' | 'shown'>): string[] => shown ?? options

/** What the address asks for, else what the browser prefers among the form's languages, else the form's own. */
export const languageFor = (definition: Spoken, asked: string | undefined, preferred = ''): Language =>
  preferredLanguage(languagesOf(definition), asked, preferred)

/** The answer by mail, in the language in which the form was filled in where it is translated. */
export const replyIn = ({ replySubject, replyText, replies }: ReplyWords, language: Language): Reply => ({
  subject: replies?.[language]?.subject || replySubject,
  text: replies?.[language]?.text || replyText,
})
