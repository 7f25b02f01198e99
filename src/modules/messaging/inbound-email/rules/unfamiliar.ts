/** Words alone: lower case, without accents, signs and the marks of a quotation. */
const words = (text: string) =>
  ` ${text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/**
 * Lines that none of the earlier texts holds: what someone wrote into a quotation, or quotes from elsewhere. A quotation
 * of our own footer is no request to stop, and words that were read when they first came are not read again.
 */
export function unfamiliarLines(folded: string, earlier: readonly string[]): string {
  const known = words(earlier.join('\n'))
  return folded
    .split('\n')
    .map(line => line.replace(/^[\s>]+/, ''))
    .filter(line => line !== '' && !known.includes(words(line)))
    .join('\n')
}
