import words from '../data/words.json' with { type: 'json' }
import type { Language } from './languages.ts'

/** Translations by the English sentence; {0} and {1} stand for values. */
export type Dictionary = Record<string, string>
export type Dictionaries = Partial<Record<Language, Dictionary>>
/** A sentence in the page's language, with its values put in; unescaped. */
export type Say = (sentence: string, ...values: (string | number)[]) => string

/** A sentence in a language, or in English where it has no translation. */
export const sayWith =
  (dictionaries: Dictionaries) =>
  (language: Language): Say =>
  (sentence, ...values) =>
    (dictionaries[language]?.[sentence] ?? sentence).replace(/\{(\d)\}/g, (sign, at) =>
      String(values[Number(at)] ?? sign),
    )

/** The frame's own sentences. */
export const frameSay = sayWith(words as Dictionaries)

/** Error pages that every public page can fall back to. */
export const errorTexts = {
  notFound: { status: 404, title: 'Page not found', text: 'The link may be incomplete. Please check the address.' },
  closed: { status: 410, title: 'This page is closed', text: 'It no longer accepts answers.' },
  tooMany: {
    status: 429,
    title: 'Too many requests',
    text: 'Too many requests came from your network. Please try again in an hour.',
  },
  unavailable: { status: 503, title: 'Temporarily unavailable', text: 'Please try again later.' },
  invalid: { status: 400, title: 'That did not work', text: 'Please go back and use the buttons on the page.' },
} as const
export type PublicErrorKind = keyof typeof errorTexts
