import words from '../data/page-words.json' with { type: 'json' }
import type { Language } from './languages.ts'

/** What the page itself says, by the English sentence; {0} and {1} stand for what is put in. */
export type Dictionary = Record<string, string>
const dictionaries: Partial<Record<Language, Dictionary>> = words

export const dictionaryOf = (language: Language): Dictionary => dictionaries[language] ?? {}
/** The page's own sentences are there in that language, too. */
export const isSpoken = (language: Language): boolean => language === 'en' || language in dictionaries

export type Say = (sentence: string, ...values: (string | number)[]) => string
/** A sentence in a language, or in English where nobody has translated it. */
export const sayIn =
  (language: Language): Say =>
  (sentence, ...values) =>
    (dictionaryOf(language)[sentence] ?? sentence).replace(/\{(\d)\}/g, (sign, at) =>
      String(values[Number(at)] ?? sign),
    )
