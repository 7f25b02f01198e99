import type { Language } from '#public-page/rules/languages.ts'
import { type Dictionaries, type Dictionary, sayWith } from '#public-page/rules/words.ts'
import words from '../data/page-words.json' with { type: 'json' }

const dictionaries = words as Dictionaries

/** What a form's page itself says, by the English sentence. */
export const dictionaryOf = (language: Language): Dictionary => dictionaries[language] ?? {}
/** The page's own sentences are there in that language, too. */
export const isSpoken = (language: Language): boolean => language === 'en' || language in dictionaries

/** A sentence of a form's page in a language, or in English where nobody has translated it. */
export const sayIn = sayWith(dictionaries)
