import { z } from 'zod'
import { appointmentStatuses } from '#calendar/rules/states.ts'
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
  resource,
} from '#kernel/contract.ts'
import { sources, USUAL_MISSED } from './rules/regulars.ts'

const count = z.number().int().min(0).max(1_000_000)

export const AttendanceEvent = z.object({
  /** Of the appointment of the calendar. */
  id: Id,
  title: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  location: z.string(),
  status: z.enum(appointmentStatuses),
  /** People who were checked in by name. */
  checkedIn: z.number().int(),
  firstVisits: z.number().int(),
  /** Sum of the groups that were counted. */
  headcount: z.number().int(),
  groups: z.array(z.object({ group: z.string(), count: z.number().int() })),
})
export type AttendanceEvent = z.infer<typeof AttendanceEvent>

const filters = {
  from: moment().optional(),
  to: moment().optional(),
  search: z.string().trim().max(200).optional(),
}
/** Without `from` and `to`: everything up to the end of today by the church's clocks. */
export const EventFilter = Page.extend({ ...filters, sort: z.enum(['startsAt', '-startsAt']).default('-startsAt') })
export type EventFilter = z.infer<typeof EventFilter>

export const Attendant = z.object({
  /** Of the person. */
  id: Id,
  name: z.string(),
  household: z.object({ id: Id, name: z.string(), size: z.number().int() }).nullable(),
  checkedInAt: Instant.nullable(),
  source: z.enum(sources).nullable(),
  isFirst: z.boolean(),
})
export type Attendant = z.infer<typeof Attendant>
export const AttendantFilter = Page.extend({
  id: Id,
  search: z.string().trim().max(200).optional(),
  /** Only those who are checked in. */
  present: Flag.optional(),
})
export type AttendantFilter = z.infer<typeof AttendantFilter>

export const CheckIn = ById.extend({
  personIds: z.array(Id).max(50).default([]),
  /** Everyone of a household. */
  householdId: Id.nullish(),
})
export type CheckIn = z.infer<typeof CheckIn>
export const UndoCheckIn = ById.extend({ personIds: z.array(Id).min(1).max(50) })

export const SetHeadcount = ById.extend({
  /** Groups that are not named keep their count; 0 removes one. */
  groups: z
    .array(z.object({ group: line(40).refine(text => text.length > 0, 'Please enter a name'), count }))
    .min(1)
    .max(20),
})
export type SetHeadcount = z.infer<typeof SetHeadcount>

export const Missing = z.object({
  /** Of the person. */
  id: Id,
  name: z.string(),
  lastAttendedAt: Instant,
  /** Weeks in a row. */
  missed: z.number().int(),
  /** How many of the eight weeks before they came. */
  attended: z.number().int(),
  handledAt: Instant.nullable(),
})
export const MissingFilter = Page.extend({
  missed: z.coerce.number().int().min(1).max(12).default(USUAL_MISSED),
  /** Also those with a recorded follow-up. */
  handled: Flag.default(false),
  search: z.string().trim().max(200).optional(),
})
export type MissingFilter = z.infer<typeof MissingFilter>

export const PersonAttendance = z.object({
  /** Weeks of the last twelve in which services were attended by anyone, and in which this person came. */
  weeks: z.number().int(),
  attended: z.number().int(),
  firstAt: Instant.nullable(),
  recent: z.array(z.object({ appointmentId: Id, title: z.string(), startsAt: Instant, isFirst: z.boolean() })),
})
export const Card = z.object({ url: z.string(), /** SVG of the QR code. */ svg: z.string() })
export const Settings = z.object({ selfCheckIn: z.boolean() })
const OfHousehold = z.object({ householdId: Id })

export const attendance = resource(
  '/attendance',
  {
    list: member('calendar.read').input(EventFilter).output(pageOf(AttendanceEvent)),
    get: member('calendar.read').input(ById).output(AttendanceEvent),
    people: member('calendar.read').input(AttendantFilter).output(pageOf(Attendant)),
    checkIn: member('calendar.write').input(CheckIn).output(AttendanceEvent),
    undo: member('calendar.write').input(UndoCheckIn).output(AttendanceEvent),
    setHeadcount: member('calendar.write').input(SetHeadcount).output(AttendanceEvent),
    missed: member('people.read').input(MissingFilter).output(pageOf(Missing)),
    stats: member('people.read')
      .input(Nothing)
      .output(z.object({ missed: z.number().int() })),
    followUp: member('people.write')
      .input(z.object({ personId: Id, done: z.boolean().default(true) }))
      .output(Nothing),
    ofPerson: member('people.read')
      .input(z.object({ personId: Id }))
      .output(PersonAttendance),
    card: member('people.write').input(OfHousehold).meta({ secret: true }).output(Card),
    renewCard: member('people.write').input(OfHousehold).meta({ secret: true }).output(Card),
    settings: member('calendar.read')
      .input(Nothing)
      .output(Settings.extend({ url: z.string() })),
    configure: member('settings.write').input(Settings).output(Settings),
    /** One row for each service or event, with its headcount by group. */
    exportCounts: exporting('calendar.read').input(z.object(filters)).output(CsvFile),
    export: exporting('calendar.read')
      .input(z.object({ ...filters, eventId: Id.optional() }))
      .output(CsvFile),
  },
  {
    list: 'List services and events with their attendance',
    get: 'Get the attendance of an event',
    people: 'List people with their check-in at an event',
    checkIn: 'Check people in',
    undo: 'Undo check-ins',
    setHeadcount: 'Set the headcount of an event',
    missed: 'List regulars who missed services',
    stats: 'Count regulars who missed services',
    followUp: 'Record a follow-up with a regular who missed services',
    ofPerson: 'Get the attendance of a person',
    card: 'Get the check-in card of a household',
    renewCard: 'Replace the check-in card of a household',
    settings: 'Get the attendance settings',
    configure: 'Update the attendance settings',
    exportCounts: 'Export attendance figures as CSV',
    export: 'Export check-ins as CSV',
  },
  ['people', 'missed', 'stats', 'ofPerson', 'settings', 'exportCounts', 'export'],
)
