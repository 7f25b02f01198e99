export const DESCRIPTOR_HELP = 'Max 22 characters'

/** What is wrong with the words of a card statement; undefined: nothing. Empty means that the gateway's own are used. */
export function descriptorProblem(text: string): string | undefined {
  if (text === '') return undefined
  if (text.length < 5) return 'Please use at least 5 characters'
  if (text.length > 22) return 'Please use at most 22 characters'
  if (/[<>\\'"*]/.test(text)) return 'Please leave out < > \\ \' " and *'
  if (!/^[\x20-\x7e]+$/.test(text)) return 'Please use unaccented Latin letters, digits and spaces only'
  if (!/[a-z]/i.test(text)) return 'Please use at least one letter'
  return undefined
}

/** As it is printed. */
export const asPrinted = (text: string): string => text.trim().toUpperCase()
