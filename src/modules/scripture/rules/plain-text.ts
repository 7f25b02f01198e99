/**
 * The words of a text for a full-text index and for its queries: composed letters, digits and straight apostrophes, one
 * space between. With the locale C, PostgreSQL takes every other character beyond ASCII for a letter of the word beside it.
 */
export const toPlainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])'+|'+(?![\p{L}\p{M}\p{N}])/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
