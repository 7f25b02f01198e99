export interface When {
  startsAt: Date
  endsAt: Date
  timeZone: string
  locale: string
}

const format = (locale: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options })

/** `Tuesday, December 1, 2026, 2:00 – 2:30 PM CST` */
export function whenText({ startsAt, endsAt, timeZone, locale }: When): string {
  const day = format(locale, timeZone, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
  const time = format(locale, timeZone, { hour: 'numeric', minute: '2-digit' })
  const zone = zoneName(startsAt, timeZone, locale)
  const isOneDay = day.format(startsAt) === day.format(new Date(endsAt.getTime() - 1))
  return isOneDay
    ? `${day.format(startsAt)}, ${time.formatRange(startsAt, endsAt)} ${zone}`
    : `${day.format(startsAt)}, ${time.format(startsAt)} – ${day.format(endsAt)}, ${time.format(endsAt)} ${zone}`
}

/** `Tue, Dec 1, 2:00 PM` for a text message. */
export const shortWhen = ({ startsAt, timeZone, locale }: Omit<When, 'endsAt'>): string =>
  format(locale, timeZone, { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
    .format(startsAt)
    .replaceAll('\u202f', ' ')

/** `CST`, or what the locale calls it. */
export const zoneName = (at: Date, timeZone: string, locale: string): string =>
  format(locale, timeZone, { timeZoneName: 'short' })
    .formatToParts(at)
    .find(part => part.type === 'timeZoneName')!.value

/** Whether clocks in both zones show the same at that instant. */
export const sameClocks = (at: Date, one: string, other: string): boolean => {
  const clocks = (timeZone: string) => format('en-US', timeZone, { dateStyle: 'short', timeStyle: 'short' }).format(at)
  return clocks(one) === clocks(other)
}
