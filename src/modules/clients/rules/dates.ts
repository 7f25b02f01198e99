import { z } from 'zod'

/** Years that the database, browsers and calendars all know; a day is left at both ends for the zones of the world. */
export const FAR = 'Please choose a year from 1 to 9999'
const [FIRST, LAST] = ['0001-01-02', '9999-12-31']
const isFar = (said: unknown) =>
  typeof said === 'string' && (/^([+-]?\d{5,}|-\d{1,4})-/.test(said) || (/^\d{4}-/.test(said) && !isNear(said)))
const isNear = (text: string) => text >= FIRST && text < LAST
const [first, last] = [Date.parse(FIRST), Date.parse(LAST)]
const within = (at: Date) => at.getTime() >= first && at.getTime() < last
/** What is written of another year is no mistake in writing. */
const saying = (words: string) => ({ error: ({ input }: { input?: unknown }) => (isFar(input) ? FAR : words) })

const [DAY, MOMENT] = ['Please choose a day', 'Please choose a date and a time']
/** A day of the calendar, "2026-12-24". */
export const day = (words = DAY) => z.iso.date(saying(words)).refine(isNear, FAR)
/** The same, or none: an empty field. */
export const dayOrNone = (words = DAY) => z.union([z.literal(''), day(words)], saying(words))
/** What a clock of some zone shows, "2026-12-24T09:00". */
export const clockMoment = (words = MOMENT) =>
  z.iso.datetime({ local: true, offset: false, precision: -1, ...saying(words) }).refine(isNear, FAR)
/** An instant that someone chose: a Date, or ISO 8601 with its zone as it comes over the wire. */
export const moment = (words = MOMENT) =>
  z
    .union([z.date(), z.iso.datetime({ offset: true }).transform(text => new Date(text))], saying(words))
    .refine(within, FAR)
