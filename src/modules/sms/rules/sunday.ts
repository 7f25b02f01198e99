/** Hours by the church's clock in which most are at worship: from the first, until the second begins. */
export const SUNDAY = { from: 8, until: 12 }
/** `2026-12-06T10:30`, as luxon writes it. */
export const CLOCK = "yyyy-MM-dd'T'HH:mm"

interface Guard {
  sundayGuard: boolean
  sundayFrom: number
  sundayUntil: number
}

const isSunday = (on: string) => new Date(`${on}T00:00:00Z`).getUTCDay() === 0

/** When that Sunday morning is over, by the same clock; null where `at` is at any other time. */
export function sundayUntil(at: string, { sundayGuard, sundayFrom, sundayUntil }: Guard): string | null {
  const [on, time] = at.split('T') as [string, string]
  const hour = Number(time.slice(0, 2))
  if (!sundayGuard || !isSunday(on) || hour < sundayFrom || hour >= sundayUntil) return null
  return `${on}T${String(Math.min(sundayUntil, 23)).padStart(2, '0')}:00`
}
