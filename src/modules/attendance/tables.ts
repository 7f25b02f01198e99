import { boolean, date, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appointments } from '#calendar/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { households, people } from '#people/tables.ts'
import { sources } from './rules/regulars.ts'

const ofAppointment = { from: 'appointments', by: 'appointment_id' }

/** Someone who was at a service or event. Undo deletes the row. */
export const checkIns = clientTable(
  'attendance_check_ins',
  {
    appointmentId: uuid().notNull(),
    personId: uuid().notNull(),
    source: text({ enum: sources }).notNull(),
    /** Their first check-in, of someone new to the church. */
    isFirst: boolean().notNull().default(false),
    userId: uuid(),
  },
  { audit: { noun: ['a check-in', 'check-ins'] }, export: 'rows', merge: 'moves', confidential: ofAppointment },
  t => [
    uniqueIndex('attendance_check_ins_once').on(t.clientId, t.appointmentId, t.personId),
    index('attendance_check_ins_person').on(t.clientId, t.personId, t.appointmentId),
    inClient('attendance_check_ins_of', t, t.appointmentId, appointments),
    inClient('attendance_check_ins_person_fk', t, t.personId, people),
  ],
)

/** How many were counted at a service, by group. */
export const headcounts = clientTable(
  'attendance_headcounts',
  { appointmentId: uuid().notNull(), group: text().notNull(), count: integer().notNull() },
  { audit: { noun: ['a headcount', 'headcounts'] }, export: 'rows', merge: 'nobody', confidential: ofAppointment },
  t => [
    uniqueIndex('attendance_headcounts_once').on(t.clientId, t.appointmentId, t.group),
    inClient('attendance_headcounts_of', t, t.appointmentId, appointments),
  ],
)

/** The QR card of a household. Its token finds the household on the check-in page, and does nothing else. */
export const cards = clientTable(
  'attendance_cards',
  { householdId: uuid().notNull(), token: text().notNull() },
  {
    audit: { noun: ['a check-in card', 'check-in cards'] },
    export: { none: 'A card is printed again at any time' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('attendance_cards_household').on(t.clientId, t.householdId),
    uniqueIndex('attendance_cards_token').on(t.clientId, t.token),
    inClient('attendance_cards_of', t, t.householdId, households),
  ],
)

/** A regular who stopped coming: announced once each time that they stop, with the follow-up. */
export const absences = clientTable(
  'attendance_absences',
  {
    personId: uuid().notNull(),
    /** The day of their last check-in by the church's clocks. */
    lastAttendedOn: date({ mode: 'string' }).notNull(),
    announcedAt: instant(),
    handledAt: instant(),
    handledBy: uuid(),
  },
  {
    audit: { noun: ['a missed regular', 'missed regulars'], people: 'Jobs announce who missed services' },
    export: 'rows',
    merge: { givesWay: 'theirs.handled_at is null and mine.handled_at is not null' },
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('attendance_absences_once').on(t.clientId, t.personId, t.lastAttendedOn),
    inClient('attendance_absences_person', t, t.personId, people),
  ],
)

/** One row of an account, or none: the defaults. */
export const settings = clientTable(
  'attendance_settings',
  {
    /** The public check-in page shows first names of a household, so it is off until the church turns it on. */
    selfCheckIn: boolean().notNull().default(false),
  },
  {
    audit: { noun: ['the attendance settings', 'the attendance settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('attendance_settings_once').on(t.clientId)],
)
