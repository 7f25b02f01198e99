import type { Definition, Field, Handling, Reply } from './definition.ts'

/** Each by its own name, as whoever reads it looks for it, and by ours for staff. */
export const languageNames = {
  en: ['English', 'English'],
  es: ['Español', 'Spanish'],
  ko: ['한국어', 'Korean'],
  fr: ['Français', 'French'],
  pt: ['Português', 'Portuguese'],
  de: ['Deutsch', 'German'],
  zh: ['中文', 'Chinese'],
  ht: ['Kreyòl ayisyen', 'Haitian Creole'],
  vi: ['Tiếng Việt', 'Vietnamese'],
  tl: ['Tagalog', 'Tagalog'],
  ar: ['العربية', 'Arabic'],
  fa: ['فارسی', 'Persian'],
  ru: ['Русский', 'Russian'],
  uk: ['Українська', 'Ukrainian'],
  it: ['Italiano', 'Italian'],
  pl: ['Polski', 'Polish'],
  ja: ['日本語', 'Japanese'],
  hi: ['हिन्दी', 'Hindi'],
  sw: ['Kiswahili', 'Swahili'],
  am: ['አማርኛ', 'Amharic'],
} as const
export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as [Language, ...Language[]]
export const MOST_LANGUAGES = 8

export const ownName = (language: Language): string => languageNames[language][0]
/** "Español (Spanish)" */
export const staffName = (language: Language): string => {
  const [own, ours] = languageNames[language]
  return own === ours ? own : `${own} (${ours})`
}
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' || language === 'fa' ? 'rtl' : 'ltr'

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
export function languageFor(definition: Spoken, asked: string | undefined, preferred = ''): Language {
  const known = languagesOf(definition)
  const named = known.find(language => language === asked?.toLowerCase().split('-')[0])
  if (named) return named
  const wishes = preferred
    .split(',')
    .slice(0, 20)
    .map((wish, at) => {
      const [tag = '', ...rest] = wish.trim().toLowerCase().split(';')
      const quality = Number(/^\s*q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1)
      return { language: tag.split('-')[0]!, quality, at }
    })
  const sorted = wishes.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality || a.at - b.at)
  for (const { language } of sorted) {
    // Filipino is what browsers call Tagalog.
    const found = known.find(one => one === (language === 'fil' ? 'tl' : language))
    if (found) return found
  }
  return mainOf(definition)
}

/** The answer by mail, in the language in which the form was filled in where it is translated. */
export const replyIn = ({ replySubject, replyText, replies }: ReplyWords, language: Language): Reply => ({
  subject: replies?.[language]?.subject || replySubject,
  text: replies?.[language]?.text || replyText,
})
