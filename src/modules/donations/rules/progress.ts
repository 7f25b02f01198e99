import type { CampaignStatus } from './states.ts'

/** The bar ends at 100; the text says what it really is: "128%". */
export function progressOf(raised: number, goal: number): { bar: number; text: string } {
  const percent = goal > 0 ? Math.floor((Math.max(0, raised) / goal) * 100) : 0
  return { bar: Math.min(100, percent), text: `${percent}%` }
}

interface Collecting {
  status: CampaignStatus
  startDate: string | null
  endDate: string | null
  /** Why no payment can be made; null or absent: one can. */
  unavailable?: string | null
}
/** Whether a campaign takes gifts online on that day of the church, or why not. */
export function collectable(
  { status, startDate, endDate, unavailable }: Collecting,
  today: string,
): { reason: string | null } {
  if (status === 'paused') return { reason: 'This campaign is paused.' }
  if (status === 'completed' || (endDate && endDate < today)) return { reason: 'This campaign has ended.' }
  if (startDate && startDate > today) return { reason: 'This campaign has not started yet.' }
  return { reason: unavailable ?? null }
}
