/** Encodings that someone may choose where we guessed wrong. */
export const encodings = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western European (Windows)',
  'windows-1250': 'Central European (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  macintosh: 'Western European (Mac)',
  'utf-16le': 'UTF-16',
} as const
export type EncodingName = keyof typeof encodings
export const encodingNames = Object.keys(encodings) as EncodingName[]

export const delimiterTexts: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' }
