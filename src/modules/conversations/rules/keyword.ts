const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether the words of a message have that word or phrase, whatever its case and accents; parts of words don't count. */
export function hasKeyword(text: string, keyword: string): boolean {
  const words = (said: string) =>
    ` ${fold(said)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  return words(keyword).trim() !== '' && words(text).includes(words(keyword))
}
