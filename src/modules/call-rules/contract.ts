import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { suppressionReasons } from '#consent/rules/reasons.ts'
import { CsvFile, exporting, Id, Instant, line, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'
import { WIDEST } from './rules/defaults.ts'

const Count = z.number().int()
const Clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:00')
  .refine(time => time >= WIDEST.from && time <= WIDEST.until, 'Federal law allows calls from 08:00 to 21:00')

const fields = {
  respectDnc: z.boolean(),
  requireOptIn: z.boolean(),
  /** Always on: who hears a recorded call can stop it. */
  includeOptOut: z.literal(true, 'This can’t be turned off: recorded calls must say how to stop them.'),
  from: Clock,
  until: Clock,
  /** ISO weekdays. */
  days: z.array(z.number().int().min(1).max(7)).min(1, 'Please choose a day').max(7),
  holidays: z.boolean(),
  closedOn: z.array(day()).max(100, 'At most 100'),
  byState: z.boolean(),
  cap: z.number('Please enter a number').int().min(1, 'At least 1').max(3, 'At most 3'),
}
export const CallRules = z.object({
  ...fields,
  capDays: Count,
  reason: z.string(),
  version: z.number().int(),
  registry: z.object({
    asOf: z.iso.date().nullable(),
    isStale: z.boolean(),
    numbers: Count,
    san: z.string(),
    fileName: z.string(),
  }),
  /** Numbers that are not called. */
  suppressed: Count,
})
export type CallRules = z.infer<typeof CallRules>

export const ChangedCallRules = z
  .object({ ...fields, version: z.number().int(), reason: line(500).default('') })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'The end must be after the start' })
export type ChangedCallRules = z.infer<typeof ChangedCallRules>

export const NoCall = z.object({
  id: Id,
  number: z.string(),
  reason: z.enum(suppressionReasons),
  /** reply, call, link, staff, import, carrier … */
  source: z.string(),
  name: z.string().nullable(),
  personId: Id.nullable(),
  /** It stands for calls alone; else for every channel. */
  isVoiceAlone: z.boolean(),
  at: Instant,
  canRelease: z.boolean(),
})
export type NoCall = z.infer<typeof NoCall>

export const NoCallFilter = Page.extend({
  search: line(100).optional(),
  sort: z.enum(['at', '-at', 'number', '-number']).default('-at'),
})
export type NoCallFilter = z.infer<typeof NoCallFilter>

const reason = line(500).pipe(z.string().min(1, 'Please say why'))
export const NewNoCall = z.object({
  number: line(40).pipe(z.string().min(1, 'Please enter a phone number')),
  how: reason,
})
export type NewNoCall = z.infer<typeof NewNoCall>

/** Files are read whole by the request that brings them. */
export const MOST_FILE = 700_000
const csv = z.string().min(1, 'This file is empty.').max(MOST_FILE, 'Please split this file: up to 700 KB at once.')
export const NoCallImport = z.object({ csv, how: reason })
export type NoCallImport = z.infer<typeof NoCallImport>
export const RegistryFile = z.object({
  csv,
  name: line(200),
  san: line(40).pipe(z.string().min(1, 'Please enter your subscription account number')),
  /** The day on which it was downloaded. */
  asOf: day('Please enter the day of the download'),
  /** Further parts of the same download are added to it; else it replaces what was loaded before. */
  adds: z.boolean().default(false),
})
export type RegistryFile = z.infer<typeof RegistryFile>
const Loaded = z.object({
  numbers: Count,
  /** Numbers that stood there already. */
  known: Count,
  /** Lines that hold no phone number, at most 100 of them. */
  problems: z.array(z.object({ line: Count, text: z.string() })),
  failed: Count,
})
export type Loaded = z.infer<typeof Loaded>

const write = member('messaging.write')
const settings = member('settings.write')

export const callRules = resource(
  '/call-rules',
  {
    read: write.input(Nothing).output(CallRules),
    change: settings.input(ChangedCallRules).output(CallRules),
    loadRegistry: settings.input(RegistryFile).output(Loaded),
    noCalls: write.input(NoCallFilter).output(pageOf(NoCall).extend({ total: Count })),
    addNoCall: member('messaging.send').input(NewNoCall).output(Nothing),
    importNoCalls: member('messaging.send').input(NoCallImport).output(Loaded),
    /** What staff recorded; what people said themselves, only they can undo. */
    releaseNoCall: settings.input(z.object({ id: Id, why: reason })).output(Nothing),
    exportNoCalls: exporting('messaging.write')
      .input(NoCallFilter.omit({ cursor: true, limit: true }))
      .output(CsvFile),
  },
  {
    read: 'Get the rules for calls',
    change: 'Update the rules for calls',
    loadRegistry: 'Load a file of the national do-not-call registry',
    noCalls: 'List numbers that are not called',
    addNoCall: 'Add a number that is not called',
    importNoCalls: 'Import numbers that are not called',
    releaseNoCall: 'Release a number that was recorded by staff',
    exportNoCalls: 'Export numbers that are not called, as CSV',
  },
  ['read', 'noCalls', 'exportNoCalls'],
)
