/** What a voice can speak, by the code that the carrier and browsers know. */
export const scriptLanguages = {
  'en-US': 'English',
  'es-US': 'Spanish',
  'fr-CA': 'French',
  'pt-BR': 'Portuguese',
} as const
export type ScriptLanguage = keyof typeof scriptLanguages
