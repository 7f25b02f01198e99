import { createContext, type ReactNode, useContext, useMemo } from 'react'

type Instant = string | number | Date

interface Place {
  /** BCP 47, such as en-US */
  locale: string
  /** IANA zone; the browser's own where it is absent */
  timeZone?: string
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function relativeTime(at: Instant, now: number, locale: string, style: 'long' | 'narrow' = 'long') {
  const seconds = Math.round((new Date(at).getTime() - now) / 1000)
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  if (!step) return 'just now'
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always', style }).format(
    Math.trunc(seconds / step[1]),
    step[0],
  )
}

export function formats({ locale, timeZone }: Place) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return {
    locale,
    timeZone,
    date: (at: Instant) => date.format(new Date(at)),
    time: (at: Instant) => time.format(new Date(at)),
    dateTime: (at: Instant) => dateTime.format(new Date(at)),
    /** Nov 3, 2026 14:05 */
    stamp: (at: Instant) => `${date.format(new Date(at))} ${clock.format(new Date(at))}`,
    number: (value: number) => number.format(value),
    /** 0.185 becomes 18.5% */
    percent: (share: number) => percent.format(share),
    relative: (at: Instant, now = Date.now()) => relativeTime(at, now, locale),
    /** 5m ago */
    ago: (at: Instant, now = Date.now()) => relativeTime(at, now, locale, 'narrow'),
  }
}

const FormatContext = createContext(formats({ locale: 'en-US' }))

/** Everything below writes dates and numbers the way of this place. */
export function FormatProvider({ locale, timeZone, children }: Place & { children: ReactNode }) {
  const value = useMemo(() => formats({ locale, timeZone }), [locale, timeZone])
  return <FormatContext value={value}>{children}</FormatContext>
}

export const useFormat = () => useContext(FormatContext)
