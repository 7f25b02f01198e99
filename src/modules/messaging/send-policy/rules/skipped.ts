import { type SkipReason, skipWords } from './reasons.ts'

/** "2 skipped: 1 unsubscribed, 1 whose mail came back earlier", most first. */
export function skippedWords(skipped: Partial<Record<SkipReason, number>>): string {
  const all = (Object.entries(skipped) as [SkipReason, number][]).sort((a, b) => b[1] - a[1])
  const total = all.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return ''
  return `${total.toLocaleString('en-US')} skipped: ${all.map(([reason, count]) => `${count.toLocaleString('en-US')} ${skipWords[reason]}`).join(', ')}`
}

export const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)
