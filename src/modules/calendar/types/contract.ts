import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import {
  ById,
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
import { DateHours, WeeklyHours } from '../rules/hours.ts'
import { Question } from '../rules/questions.ts'
import { Reminder } from '../rules/reminders.ts'
import {
  assignments,
  charges,
  confirmations,
  locationKinds,
  refundRules,
  safeguards,
  visibilities,
} from '../rules/states.ts'

export const TypeHost = z.object({
  resourceId: Id,
  /** Gets so many times as many appointments as a host of weight 1; 0: none for now. */
  weight: z.number().int().min(0).max(100).default(1),
  /** Of two whose turn it is, the higher one goes first. */
  priority: z.number().int().min(0).max(100).default(0),
})

const span = z.number().int().min(0).max(1_440)
const fields = {
  name: line(120).refine(text => text.length > 0, 'Please enter a name'),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use small letters, digits and hyphens'),
  description: prose(5_000),
  /** call or meeting */
  type: z.enum(['call', 'meeting', 'event']),
  /** Minutes. */
  durations: z
    .array(z.number().int().min(5, 'Please enter at least 5 minutes').max(1_440))
    .min(1, 'Please enter a duration')
    .max(6),
  bufferBefore: span,
  bufferAfter: span,
  slotMinutes: z.number().int().min(5).max(1_440),
  noticeMinutes: z.number().int().min(0).max(525_600),
  horizonDays: z.number().int().min(1).max(730),
  dailyLimit: z.number().int().min(1).max(1_000).nullable(),
  weekly: WeeklyHours.nullable(),
  overrides: z.array(DateHours).max(400),
  assignment: z.enum(assignments),
  hosts: z.array(TypeHost).max(100),
  locationKind: z.enum(locationKinds),
  location: line(300),
  roomIds: z.array(Id).max(50),
  equipmentIds: z.array(Id).max(50),
  questions: z.array(Question).max(30),
  confirmation: z.enum(confirmations),
  pendingBlocks: z.boolean(),
  reminders: z.array(Reminder).max(10),
  /** Minor units of the account's currency; null: free. */
  price: z.number().int().min(0).max(1e11).nullable(),
  /** When it is paid: at the appointment, a deposit to book, or all of it. */
  charge: z.enum(charges),
  /** Minor units, of a deposit. */
  deposit: z.number().int().min(1, 'Please enter a deposit').max(1e11).nullable(),
  /** What a guest who cancels gets back; `until`: everything, so many hours before. */
  refunds: z.enum(refundRules),
  refundHours: z.number().int().min(0).max(8_760),
  /** Where the guest is led afterwards; empty: our own page. */
  redirect: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter a web address' }).max(500)]),
  visibility: z.enum(visibilities),
  capacity: z.number().int().min(1).max(10_000).nullable(),
  hasWaitlist: z.boolean(),
  safeguard: z.enum(safeguards),
  isConfidential: z.boolean(),
  cancelNoticeMinutes: z.number().int().min(0).max(43_200),
  travelMinutes: z.number().int().min(0).max(600),
  isActive: z.boolean(),
}

export const CalendarType = z.object({
  id: Id,
  ...fields,
  redirect: z.string(),
  /** Appointments ever booked with it, without canceled ones. */
  bookings: z.number().int(),
  /** Address of its public page. */
  page: z.string(),
  version: Version,
})
export type CalendarType = z.infer<typeof CalendarType>

export const NewType = z.object(fields).partial().required({ name: true })
export type NewType = z.infer<typeof NewType>
export const TypeChange = z.object(fields).partial().extend({ id: Id, version: Version })
export type TypeChange = z.infer<typeof TypeChange>

export const TypeFilter = Page.extend({
  search: z.string().trim().max(100).optional(),
  isActive: Flag.optional(),
  /** In the trash, for 30 days. */
  deleted: Flag.optional(),
})
export type TypeFilter = z.infer<typeof TypeFilter>

export const FreeTimesAsked = ById.extend({
  from: moment(),
  to: moment(),
  duration: z.coerce.number().int().min(5).max(1_440).optional(),
})
export const FreeTimes = z.object({ times: z.array(z.object({ startsAt: Instant, hostIds: z.array(Id) })) })

export const calendarTypes = resource(
  '/calendar-types',
  {
    list: member('calendar.read').input(TypeFilter).output(pageOf(CalendarType)),
    get: member('calendar.read').input(ById).output(CalendarType),
    create: member('calendar.write').input(NewType).output(CalendarType),
    update: member('calendar.write').input(TypeChange).output(CalendarType),
    duplicate: member('calendar.write').input(ById).output(CalendarType),
    remove: member('calendar.write').input(ById).output(Nothing),
    restore: member('calendar.write').input(ById).output(CalendarType),
    freeTimes: member('calendar.read').input(FreeTimesAsked).output(FreeTimes),
  },
  {
    list: 'List calendar types',
    get: 'Get a calendar type',
    create: 'Add a calendar type',
    update: 'Update a calendar type',
    duplicate: 'Duplicate a calendar type',
    remove: 'Delete a calendar type',
    restore: 'Restore a calendar type',
    freeTimes: 'List free times of a calendar type',
  },
  ['freeTimes'],
)
