/** What a file was brought for. */
export const purposes = ['import', 'import-errors'] as const
export type Purpose = (typeof purposes)[number]

/** What a member may bring, with the largest size in bytes. */
export const uploadLimits: Partial<Record<Purpose, number>> = { import: 60 * 1024 * 1024 }

/** How long a file is kept, in days: a list of people must not lie around longer than somebody needs it. */
export const keptDays = 30

/** The last part of a path, without what a header or a disk could stumble over. */
export function fileName(raw: string): string {
  const last = raw.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029"<>|:*?]/gu, ' ')
    .trim()
  return [...plain].slice(0, 150).join('') || 'file'
}
