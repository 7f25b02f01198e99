import type { OfficeHours } from '#messaging/carrier/rules.ts'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/**
 * Whether someone is there.
 * @param weekday 1 is Monday
 * @param time as the church's clock shows it: 09:30
 */
export function isOpen(hours: OfficeHours, weekday: number, time: string): boolean {
  const day = hours[weekday - 1]
  return Boolean(day && time >= day.from && time < day.to)
}

/** "Mon–Fri 9:00–17:00, Sun 8:00–12:00"; days of the same hours stand together. */
export function hoursText(hours: OfficeHours): string {
  const parts: { first: number; last: number; said: string }[] = []
  hours.forEach((day, i) => {
    if (!day) return
    const said = `${short(day.from)}–${short(day.to)}`
    const before = parts.at(-1)
    if (before && before.last === i - 1 && before.said === said) before.last = i
    else parts.push({ first: i, last: i, said })
  })
  const name = (i: number) => weekdays[i]!.slice(0, 3)
  return parts
    .map(({ first, last, said }) => `${name(first)}${last > first ? `–${name(last)}` : ''} ${said}`)
    .join(', ')
}

const short = (time: string) => time.replace(/^0/, '')
