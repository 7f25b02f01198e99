import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  exporting,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  Version,
} from '#kernel/contract.ts'
import { digests, LONGEST, moderations, SHORTEST, sources, statuses, visibilities } from './rules/options.ts'

const Body = prose(LONGEST).pipe(z.string().min(SHORTEST, `Please write at least ${SHORTEST} characters`))
const Row = z.object({
  id: Id,
  /** Null where it is closed to the reader, or none was given. */
  name: z.string().nullable(),
  request: z.string(),
  category: z.string(),
  visibility: z.enum(visibilities),
  wantedVisibility: z.enum(visibilities).nullable(),
  isPublic: z.boolean(),
  isPrivate: z.boolean(),
  isAnonymous: z.boolean(),
  status: z.enum(statuses),
  moderation: z.enum(moderations),
  isUrgent: z.boolean(),
  isMinor: z.boolean(),
  source: z.enum(sources),
  prayerCount: z.number().int(),
  /** By the reader. */
  prayedToday: z.boolean(),
  assignedTo: Id.nullable(),
  assignedName: z.string().nullable(),
  hasTestimony: z.boolean(),
  expiresAt: Instant,
  createdAt: Instant,
  version: Version,
})
export type PrayerRow = z.infer<typeof Row>
export const PrayerRequest = Row.extend({
  /** For those who work with requests. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  personId: Id.nullable(),
  testimony: z.string(),
  testimonyShared: z.boolean(),
  notifyPrayed: z.boolean(),
  /** Its writer agreed to be read by so many. */
  consented: z.enum(visibilities),
  /** It may name someone else's troubles. */
  namesOthers: z.boolean(),
  /** Others with the same words or the same writer in the last month. */
  doubles: z.array(z.object({ id: Id, request: z.string() })),
  history: z.array(
    z.object({ from: z.string(), to: z.string(), note: z.string(), name: z.string().nullable(), at: Instant }),
  ),
  taskId: Id.nullable(),
})
export type PrayerRequest = z.infer<typeof PrayerRequest>

export const orders = ['-createdAt', 'createdAt', '-prayerCount', 'prayerCount'] as const
export const Filter = Page.extend({
  search: z.string().max(200).optional(),
  status: z.enum(statuses).optional(),
  category: z.string().max(60).optional(),
  visibility: z.enum(visibilities).optional(),
  moderation: z.enum(moderations).optional(),
  assignedTo: z.union([Id, z.literal('me')]).optional(),
  /** Asked for by them; not found where their name is closed to the reader. */
  personId: Id.optional(),
  urgent: Flag.optional(),
  testimony: Flag.optional(),
  from: day().optional(),
  to: day().optional(),
  sort: z.enum(orders).default('-createdAt'),
})
export type Filter = z.infer<typeof Filter>

const contact = {
  name: line(120).default(''),
  email: z
    .string()
    .trim()
    .max(254)
    .refine(text => text === '' || z.email().safeParse(text).success, 'Please enter a full email address')
    .default(''),
  phone: line(40).default(''),
}
/** `id` is chosen by the caller: pressed twice, it is added once. */
export const NewRequest = z.object({
  id: Id,
  ...contact,
  request: Body,
  category: line(60).default('Other'),
  visibility: z.enum(visibilities).default('staff'),
  isAnonymous: z.boolean().default(false),
  isPrivate: z.boolean().default(false),
  isUrgent: z.boolean().default(false),
  notifyPrayed: z.boolean().default(false),
  /** The person it is about agreed that others read it; needed for all but staff. */
  permission: z.boolean().default(false),
  /** Of the person whom it is from, where they are known. */
  personId: Id.nullish(),
})
export type NewRequest = z.infer<typeof NewRequest>

export const Changes = z.object({
  id: Id,
  version: Version,
  request: Body.optional(),
  category: line(60).optional(),
  isUrgent: z.boolean().optional(),
  isPrivate: z.boolean().optional(),
  isAnonymous: z.boolean().optional(),
  assignedTo: Id.nullable().optional(),
})
export type Changes = z.infer<typeof Changes>

export const StatusChange = z.object({
  id: Id,
  version: Version,
  status: z.enum(statuses),
  note: prose(1_000).default(''),
  testimony: prose(LONGEST).optional(),
  /** They agreed that the testimony is shared. */
  testimonyShared: z.boolean().optional(),
})
export type StatusChange = z.infer<typeof StatusChange>

export const Sharing = z.object({
  id: Id,
  version: Version,
  visibility: z.enum(visibilities),
  /** For more readers than its writer agreed to: write to them, or record that they said so. */
  consent: z.enum(['ask', 'told']).optional(),
})
export type Sharing = z.infer<typeof Sharing>

const Settings = z.object({
  categories: z
    .array(line(60).pipe(z.string().min(1)))
    .min(1, 'Please keep at least one')
    .max(30),
  wallOpen: z.boolean(),
  wallIndexed: z.boolean(),
  expiryDays: z.number().int().min(7, 'At least 7 days').max(365, 'At most 365 days'),
  keyword: z.boolean(),
  digest: z.enum(digests),
  digestHour: z.number().int().min(0).max(23),
})
export type Settings = z.infer<typeof Settings>
const Note = z.object({ id: Id, body: z.string(), authorName: z.string().nullable(), createdAt: Instant })

const write = () => member('prayer.write')
export const prayerRequests = resource(
  '/prayer-requests',
  {
    list: member('prayer.read').input(Filter).output(pageOf(Row)),
    summary: member('prayer.read')
      .input(Nothing)
      .output(
        z.object({
          total: z.number().int(),
          new: z.number().int(),
          praying: z.number().int(),
          answered: z.number().int(),
          pending: z.number().int(),
        }),
      ),
    get: member('prayer.read').input(ById).output(PrayerRequest),
    create: write().input(NewRequest).output(PrayerRequest),
    update: write().input(Changes).output(PrayerRequest),
    pray: member('prayer.read').input(ById).output(Row),
    undoPrayer: member('prayer.read').input(ById).output(Row),
    setStatus: write().input(StatusChange).output(PrayerRequest),
    share: write().input(Sharing).output(PrayerRequest),
    moderate: write()
      .input(z.object({ id: Id, version: Version, approve: z.boolean(), note: prose(500).default('') }))
      .output(PrayerRequest),
    merge: write()
      .input(z.object({ id: Id, doubleId: Id }))
      .output(PrayerRequest),
    careTask: write().input(ById).output(PrayerRequest),
    erase: write().input(ById).output(Nothing),
    notes: member('pastoral.read')
      .input(ById)
      .output(z.object({ items: z.array(Note) })),
    addNote: member('pastoral.write')
      .input(z.object({ id: Id, noteId: Id, body: prose(4_000).pipe(z.string().min(1, 'Please write a note')) }))
      .output(Note),
    session: member('prayer.read')
      .input(Nothing)
      .output(z.object({ items: z.array(Row) })),
    exportCsv: exporting('prayer.read')
      .input(Filter.omit({ cursor: true, limit: true }))
      .output(CsvFile),
    print: exporting('prayer.read')
      .input(Filter.omit({ cursor: true, limit: true }))
      .output(z.object({ name: z.string(), base64: z.string() })),
    year: member('prayer.read')
      .input(z.object({ year: z.coerce.number().int().min(2000).max(2200) }))
      .output(
        z.object({
          requests: z.number().int(),
          prayers: z.number().int(),
          items: z.array(z.object({ id: Id, request: z.string(), testimony: z.string(), answeredAt: Instant })),
        }),
      ),
    settings: member('prayer.read')
      .input(Nothing)
      .output(Settings.extend({ formPath: z.string(), wallPath: z.string() })),
    saveSettings: member('settings.write').input(Settings).output(Settings),
  },
  {
    list: 'List prayer requests',
    summary: 'Count prayer requests by status',
    get: 'Get a prayer request',
    create: 'Add a prayer request',
    update: 'Change a prayer request',
    pray: 'Record that the caller prayed today',
    undoPrayer: 'Undo that the caller prayed today',
    setStatus: 'Change the status of a prayer request',
    share: 'Change who may read a prayer request',
    moderate: 'Approve or reject a prayer request',
    merge: 'Merge a prayer request that came in twice',
    careTask: 'Turn a prayer request into a care task',
    erase: 'Erase the words of a prayer request',
    notes: 'List pastoral notes on a prayer request',
    addNote: 'Add a pastoral note to a prayer request',
    session: 'List prayer requests to pray through',
    exportCsv: 'Export prayer requests as CSV',
    print: 'Print prayer requests in large type',
    year: 'List the answered prayers of a year',
    settings: 'Get prayer settings',
    saveSettings: 'Save prayer settings',
  },
  ['summary', 'notes', 'session', 'exportCsv', 'print', 'year', 'settings'],
)
