import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
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
  several,
  Version,
} from '#kernel/contract.ts'
import { Answers } from './rules/questions.ts'
import { appointmentKinds, appointmentStatuses, attendeeStates, locationKinds } from './rules/states.ts'

export const Attendee = z.object({
  id: Id,
  personId: Id.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  timeZone: z.string().nullable(),
  state: z.enum(attendeeStates),
  answers: Answers,
})
export type Attendee = z.infer<typeof Attendee>

export const Appointment = z.object({
  id: Id,
  typeId: Id.nullable(),
  seriesId: Id.nullable(),
  /** call, meeting, event, or block: time that is kept free */
  type: z.enum(appointmentKinds),
  title: z.string(),
  description: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  /** IANA zone that was meant. */
  timeZone: z.string(),
  status: z.enum(appointmentStatuses),
  leadId: Id.nullable(),
  /** Hosts, rooms and equipment. */
  resourceIds: z.array(Id),
  locationKind: z.enum(locationKinds),
  location: z.string(),
  isConfidential: z.boolean(),
  /** Its words and attendees are not for this reader. */
  isHidden: z.boolean(),
  /** No one can be booked meanwhile. */
  blocksAll: z.boolean(),
  capacity: z.number().int().nullable(),
  origin: z.enum(['staff', 'booking', 'series', 'calendar', 'automation']),
  /** Booked over a conflict on purpose, and why. */
  overrideReason: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** Something that staff should look at. */
  flag: z.string().nullable(),
  answers: Answers,
  attendees: z.array(Attendee),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Appointment = z.infer<typeof Appointment>

const filters = {
  /** Those that touch the time from here … */
  from: moment().optional(),
  /** … to here. */
  to: moment().optional(),
  /** Pending or confirmed, and not over yet. */
  upcoming: Flag.optional(),
  status: several(z.enum(appointmentStatuses)),
  type: several(z.enum(appointmentKinds)),
  typeId: Id.optional(),
  resourceId: Id.optional(),
  personId: Id.optional(),
  leadId: Id.optional(),
  seriesId: Id.optional(),
  /** Only what staff should look at. */
  flagged: Flag.optional(),
  search: z.string().trim().max(200).optional(),
}
export const AppointmentFilter = Page.extend({
  ...filters,
  sort: z.enum(['startsAt', '-startsAt']).default('startsAt'),
})
export type AppointmentFilter = z.infer<typeof AppointmentFilter>

const NewAttendee = z
  .object({
    personId: Id.nullish(),
    name: line(200).optional(),
    email: z
      .union([
        z.literal(''),
        z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address')),
      ])
      .nullish()
      .transform(text => text || null),
    phone: line(50)
      .nullish()
      .transform(text => text || null),
  })
  .refine(one => one.personId || one.name || one.email || one.phone, {
    path: ['email'],
    message: 'Please choose a person, or enter a name or an email address',
  })
export type NewAttendee = z.infer<typeof NewAttendee>

const minutes = z.coerce
  .number()
  .int()
  .min(5, 'Please enter at least 5 minutes')
  .max(14_400, 'Please enter at most 10 days')
const override = z.object({ reason: line(500).refine(text => text.length > 2, 'Please say why') }).nullish()

export const NewAppointment = z.object({
  typeId: Id.nullish(),
  type: z.enum(appointmentKinds).default('meeting'),
  title: line(200).refine(text => text.length > 0, 'Please enter a title'),
  description: prose(10_000).default(''),
  startsAt: moment(),
  minutes,
  timeZone: z.string().max(60).optional(),
  resourceIds: z.array(Id).max(30).default([]),
  attendees: z.array(NewAttendee).max(200).default([]),
  leadId: Id.nullish(),
  locationKind: z.enum(locationKinds).default('in_person'),
  location: line(300).default(''),
  isConfidential: z.boolean().default(false),
  blocksAll: z.boolean().default(false),
  capacity: z.number().int().min(1).max(10_000).nullish(),
  /** Send attendees an invitation. */
  notify: z.boolean().default(false),
  /** It has taken place already: kept as completed. */
  asLog: z.boolean().default(false),
  /** Book it although something else is there. */
  override,
})
export type NewAppointment = z.infer<typeof NewAppointment>

export const AppointmentChange = ById.extend({
  version: Version,
  title: NewAppointment.shape.title.optional(),
  description: prose(10_000).optional(),
  leadId: Id.nullish(),
  locationKind: z.enum(locationKinds).optional(),
  location: line(300).optional(),
  attendees: z.array(NewAttendee).max(200).optional(),
  notify: z.boolean().default(false),
})
export type AppointmentChange = z.infer<typeof AppointmentChange>

export const MoveAppointment = ById.extend({
  version: Version,
  startsAt: moment(),
  minutes: minutes.optional(),
  resourceIds: z.array(Id).max(30).optional(),
  notify: z.boolean().default(false),
  override,
})
export type MoveAppointment = z.infer<typeof MoveAppointment>

export const Conflict = z.object({
  conflicts: z.array(z.object({ resourceId: Id.nullable(), title: z.string(), startsAt: Instant, endsAt: Instant })),
  /** The nearest free times, three at most. */
  alternatives: z.array(Instant),
})
export type Conflict = z.infer<typeof Conflict>
export const timeTaken = {
  TIME_TAKEN: { status: 409, message: 'That time has just been taken.', data: Conflict },
} as const

export const CalendarStats = z.object({
  /** Open appointments and events of today by the church's clocks. */
  today: z.number().int(),
  /** Open appointments and events of this week, Sunday to Saturday. */
  week: z.number().int(),
  /** All that were ever made, without canceled ones. */
  total: z.number().int(),
  /** Calendar types that can be booked. */
  activeTypes: z.number().int(),
  /** Calls and meetings, pending or confirmed, in the future. */
  upcoming: z.number().int(),
  /** Requests that wait for an answer. */
  pending: z.number().int(),
  /** Upcoming ones that need attention. */
  flagged: z.number().int(),
})

const Status = ById.extend({ version: Version.optional() })
export const Cancel = Status.extend({ reason: line(500).default(''), notify: z.boolean().default(true) })
export const ById2 = ById.extend({ attendeeId: Id })

export const appointments = resource(
  '/appointments',
  {
    list: member('calendar.read').input(AppointmentFilter).output(pageOf(Appointment)),
    get: member('calendar.read').input(ById).output(Appointment),
    stats: member('calendar.read').input(Nothing).output(CalendarStats),
    create: member('calendar.write').input(NewAppointment).output(Appointment).errors(timeTaken),
    update: member('calendar.write').input(AppointmentChange).output(Appointment),
    move: member('calendar.write').input(MoveAppointment).output(Appointment).errors(timeTaken),
    confirm: member('calendar.write').input(Status).output(Appointment).errors(timeTaken),
    cancel: member('calendar.write').input(Cancel).output(Appointment),
    complete: member('calendar.write').input(Status).output(Appointment),
    noShow: member('calendar.write').input(Status).output(Appointment),
    clearFlag: member('calendar.write').input(ById).output(Appointment),
    checkIn: member('calendar.write')
      .input(ById2.extend({ present: z.boolean().default(true) }))
      .output(Appointment),
    removeAttendee: member('calendar.write').input(ById2).output(Appointment),
    export: exporting('calendar.read').input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List appointments',
    get: 'Get an appointment',
    stats: 'Count appointments',
    create: 'Book an appointment',
    update: 'Update an appointment',
    move: 'Move or resize an appointment',
    confirm: 'Confirm an appointment',
    cancel: 'Cancel an appointment',
    complete: 'Mark an appointment as completed',
    noShow: 'Mark an appointment as a no-show',
    clearFlag: 'Clear the flag of an appointment',
    checkIn: 'Check an attendee in',
    removeAttendee: 'Remove an attendee',
    export: 'Export appointments as CSV',
  },
  ['stats', 'export'],
)
