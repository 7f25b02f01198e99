import { z } from 'zod'
import { daysBetween, isDate, yearOf } from '#church-year/rules/dates.ts'
import { seasons } from '#church-year/rules/seasons.ts'
import { ById, Flag, Id, Instant, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { countries, entryTypes, MOST_DAYS, sources, traditions, weekStarts } from './rules/options.ts'
import { pillars } from './rules/plan.ts'
import { Rule } from './rules/recurring.ts'

const Day = z
  .string()
  .refine(isDate, 'Please enter a date such as 2026-04-05')
  .refine(
    text => !isDate(text) || (yearOf(text) >= 1900 && yearOf(text) < 2300),
    'Please choose a year from 1900 to 2299',
  )

const Settings = z.object({
  tradition: z.enum(traditions),
  country: z.enum(countries),
  onSundays: z.boolean(),
  weekStart: z.enum(weekStarts),
})
export type Settings = z.infer<typeof Settings>

const inOrder = {
  error: 'Please choose an end after the start',
  path: ['endDate'],
}
const Words = {
  title: line(200).pipe(z.string().min(1, 'Title is required')),
  description: prose(2_000).default(''),
  date: Day,
  endDate: Day.nullable().default(null),
  type: z.enum(entryTypes).default('event'),
  contentSuggestions: z.array(line(300)).max(20, 'At most 20 ideas').default([]),
  bibleVerses: z.array(line(120)).max(20, 'At most 20 verses').default([]),
}
/** `id` is chosen by the caller: pressed twice, it is added once. */
export const NewEntry = z
  .object({ id: Id, ...Words })
  .refine(({ date, endDate }) => endDate === null || endDate >= date, inOrder)
export type NewEntry = z.infer<typeof NewEntry>
export const EntryChanges = z.object({
  id: Id,
  version: Version,
  title: Words.title.optional(),
  description: prose(2_000).optional(),
  date: Day.optional(),
  endDate: Day.nullable().optional(),
  type: z.enum(entryTypes).optional(),
  contentSuggestions: z.array(line(300)).max(20, 'At most 20 ideas').optional(),
  bibleVerses: z.array(line(120)).max(20, 'At most 20 verses').optional(),
})
export type EntryChanges = z.infer<typeof EntryChanges>
const Entry = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  date: z.string(),
  endDate: z.string().nullable(),
  type: z.enum(entryTypes),
  contentSuggestions: z.array(z.string()),
  bibleVerses: z.array(z.string()),
  rule: Rule.nullable(),
  version: z.number().int(),
})
export type Entry = z.infer<typeof Entry>

export const NewHoliday = z.object({ title: Words.title, rule: Rule })
export type NewHoliday = z.infer<typeof NewHoliday>

/** Something on the grid. */
const Item = z.object({
  /** The same for the same thing on the same day. */
  key: z.string(),
  source: z.enum(sources),
  /** Of an entry; null for what other modules have. */
  entryId: Id.nullable(),
  title: z.string(),
  type: z.enum(entryTypes),
  date: z.string(),
  endDate: z.string().nullable(),
  /** Where it can be opened; null for what is opened on the calendar itself. */
  href: z.string().nullable(),
})
export type Item = z.infer<typeof Item>

const days = (most: number, message: string) => ({
  test: ({ from, to }: { from: string; to: string }) => !isDate(from) || !isDate(to) || daysBetween(from, to) < most,
  message: { error: message, path: ['to'] },
})
const year = days(800, 'Please choose at most two years')
const quarter = days(MOST_DAYS, `Please choose at most ${MOST_DAYS} days`)
const ordered = { error: 'Please choose an end after the start', path: ['to'] }
export const Range = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, ordered)
  .refine(year.test, year.message)
export type Range = z.infer<typeof Range>

export const PlanInput = z
  .object({
    from: Day,
    to: Day,
    perWeek: z.coerce.number().int().min(1).max(7).default(3),
    keepQuiet: Flag.default(true),
  })
  .refine(({ from, to }) => from <= to, ordered)
  .refine(quarter.test, quarter.message)
export type PlanInput = z.infer<typeof PlanInput>
const Proposal = z.object({
  slot: z.string().max(40),
  date: Day,
  pillar: z.enum(pillars),
  title: Words.title,
  idea: line(300),
  verse: line(120),
})
export const AcceptInput = z.object({ items: z.array(Proposal).min(1, 'Please choose at least one').max(MOST_DAYS) })
export type AcceptInput = z.infer<typeof AcceptInput>

const seasonsOf = z.enum(seasons)
const Quote = z.object({ reference: z.string(), text: z.string() })
const DayAnswer = z.object({
  date: z.string(),
  season: seasonsOf,
  name: z.string(),
  week: z.number().int(),
  color: z.string().nullable(),
  items: z.array(Item),
  readings: z.array(z.object({ name: z.string(), epistle: z.string(), gospel: z.string() })),
  ideas: z.array(z.string()),
  verses: z.array(Quote),
  /** What was on the calendar on the same feast, or the same day, a year before. */
  lastYear: z.array(Item),
})
const Holiday = z.object({
  id: z.string(),
  name: z.string(),
  tradition: z.enum(traditions),
  /** The next five years. */
  dates: z.array(z.string()),
  added: z.boolean(),
})
const Feed = z.object({ id: Id, name: z.string(), createdAt: Instant })
export const formats = ['ics', 'csv', 'pdf'] as const
export const FileInput = z
  .object({ from: Day, to: Day, format: z.enum(formats) })
  .refine(({ from, to }) => from <= to, ordered)
  .refine(year.test, year.message)
export type FileInput = z.infer<typeof FileInput>

export const contentCalendar = resource(
  '/content-calendar',
  {
    list: member('content.read')
      .input(Range)
      .output(z.object({ items: z.array(Item), today: z.string(), settings: Settings })),
    day: member('content.read')
      .input(z.object({ date: Day }))
      .output(DayAnswer),
    seasons: member('content.read')
      .input(Range)
      .output(
        z.object({ items: z.array(z.object({ date: z.string(), season: seasonsOf, color: z.string().nullable() })) }),
      ),
    get: member('content.read').input(ById).output(Entry),
    create: member('content.write').input(NewEntry).output(Entry),
    update: member('content.write').input(EntryChanges).output(Entry),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Entry),
    holidays: member('content.read')
      .input(z.object({ search: z.string().max(100).default('') }))
      .output(z.object({ items: z.array(Holiday) })),
    addHoliday: member('content.write').input(NewHoliday).output(Entry),
    propose: member('content.read')
      .input(PlanInput)
      .output(z.object({ items: z.array(Proposal) })),
    accept: member('content.write')
      .input(AcceptInput)
      .output(z.object({ added: z.number().int() })),
    saveSettings: member('content.write').input(Settings).output(Settings),
    file: member('content.read')
      .input(FileInput)
      .output(z.object({ name: z.string(), type: z.string(), base64: z.string() })),
    feeds: member('content.read')
      .input(Nothing)
      .output(z.object({ items: z.array(Feed) })),
    subscribe: member('content.write')
      .meta({ mode: 'member', permission: 'content.write', secret: true })
      .input(z.object({ name: line(100).pipe(z.string().min(1, 'Please enter a name')) }))
      .output(Feed.extend({ address: z.string() })),
    revoke: member('content.write').input(ById).output(Nothing),
  },
  {
    list: 'List what is on the content calendar',
    day: 'Get a day of the content calendar',
    seasons: 'List the seasons of days',
    get: 'Get a calendar entry',
    create: 'Create a calendar entry',
    update: 'Save a calendar entry',
    remove: 'Move a calendar entry to the trash',
    restore: 'Restore a calendar entry',
    holidays: 'List religious holidays with their next dates',
    addHoliday: 'Add a religious holiday that comes back each year',
    propose: 'Propose a content plan',
    accept: 'Accept proposals of a content plan',
    saveSettings: 'Save how the church keeps its year',
    file: 'Export the content calendar',
    feeds: 'List links to the content calendar',
    subscribe: 'Create a link to subscribe to the content calendar',
    revoke: 'Revoke a link to the content calendar',
  },
  ['day', 'seasons', 'holidays', 'propose', 'file', 'feeds'],
)
