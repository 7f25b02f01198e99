/** 2026-11-09 as "November 9, 2026". */
export const longDate = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** An instant as the day it was where Lampstand's own office is. */
export const longDayOf = (at: string): string =>
  new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })
