import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import type { DateHours, TravelPeriod, WeeklyHours } from './rules/hours.ts'
import type { Answers, Question } from './rules/questions.ts'
import type { Reminder } from './rules/reminders.ts'
import {
  appointmentKinds,
  appointmentStatuses,
  assignments,
  attendeeStates,
  charges,
  claimStates,
  confirmations,
  locationKinds,
  refundRules,
  resourceKinds,
  safeguards,
  visibilities,
} from './rules/states.ts'

const timeRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** What can be promised once at a time: a member who meets people, a room, a projector. */
export const resources = clientTable(
  'calendar_resources',
  {
    kind: text({ enum: resourceKinds }).notNull(),
    name: text().notNull(),
    /** Of a host: the member. */
    userId: uuid(),
    /** Null: the usual hours for a host, always for a room. */
    weekly: jsonb().$type<WeeklyHours>(),
    overrides: jsonb().$type<DateHours[]>().notNull().default([]),
    travel: jsonb().$type<TravelPeriod[]>().notNull().default([]),
    capacity: integer(),
    /** A room that can be looked into, through a window in its door. */
    isVisible: boolean().notNull().default(false),
    /** May be used by several at once: no exclusion. */
    isShared: boolean().notNull().default(false),
    setupMinutes: integer().notNull().default(0),
    teardownMinutes: integer().notNull().default(0),
    /** Where it is; empty: at the church. */
    place: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a calendar resource', 'calendar resources'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('calendar_resources_kind').on(t.clientId, t.kind, t.name),
    uniqueIndex('calendar_resources_member').on(t.clientId, t.userId).where(sql`user_id is not null`),
  ],
)

/** What can be booked: a calendar type with its rules. */
export const calendarTypes = clientTable(
  'calendar_types',
  {
    name: text().notNull(),
    /** Of the public page: /book/{church}/{slug}. */
    slug: text().notNull(),
    description: text().notNull().default(''),
    kind: text({ enum: appointmentKinds }).notNull().default('meeting'),
    /** Minutes; the guest chooses where there are several. */
    durations: integer().array().notNull(),
    bufferBefore: integer().notNull().default(0),
    bufferAfter: integer().notNull().default(0),
    slotMinutes: integer().notNull().default(30),
    noticeMinutes: integer().notNull().default(120),
    horizonDays: integer().notNull().default(60),
    dailyLimit: integer(),
    /** Narrows its hosts' hours; null: theirs alone. */
    weekly: jsonb().$type<WeeklyHours>(),
    overrides: jsonb().$type<DateHours[]>().notNull().default([]),
    assignment: text({ enum: assignments }).notNull().default('single'),
    locationKind: text({ enum: locationKinds }).notNull().default('in_person'),
    location: text().notNull().default(''),
    roomIds: uuid().array().notNull().default([]),
    equipmentIds: uuid().array().notNull().default([]),
    questions: jsonb().$type<Question[]>().notNull().default([]),
    confirmation: text({ enum: confirmations }).notNull().default('automatic'),
    /** Whether a request that waits for its confirmation keeps its time. */
    pendingBlocks: boolean().notNull().default(true),
    reminders: jsonb().$type<Reminder[]>().notNull().default([]),
    /** Minor units; null: free. */
    price: bigint({ mode: 'number' }),
    charge: text({ enum: charges }).notNull().default('later'),
    deposit: bigint({ mode: 'number' }),
    refunds: text({ enum: refundRules }).notNull().default('full'),
    refundHours: integer().notNull().default(24),
    redirect: text().notNull().default(''),
    visibility: text({ enum: visibilities }).notNull().default('public'),
    /** Seats of each session. */
    capacity: integer(),
    hasWaitlist: boolean().notNull().default(false),
    safeguard: text({ enum: safeguards }).notNull().default('none'),
    isConfidential: boolean().notNull().default(false),
    /** Until so long before can a guest cancel or move it. */
    cancelNoticeMinutes: integer().notNull().default(0),
    /** A home visit: time to get there and back is kept free. */
    travelMinutes: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    deletedAt: instant(),
  },
  { audit: { noun: ['a calendar type', 'calendar types'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('calendar_types_slug').on(t.clientId, t.slug).where(sql`deleted_at is null`)],
)

/** Who takes the appointments of a type, and how often compared with the others. */
export const calendarTypeHosts = clientTable(
  'calendar_type_hosts',
  {
    typeId: uuid().notNull(),
    resourceId: uuid().notNull(),
    weight: integer().notNull().default(1),
    priority: integer().notNull().default(0),
  },
  { audit: { quiet: 'Part of the calendar type' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('calendar_type_hosts_once').on(t.clientId, t.typeId, t.resourceId),
    index('calendar_type_hosts_resource').on(t.clientId, t.resourceId),
    inClient('calendar_type_hosts_type', t, t.typeId, calendarTypes),
    inClient('calendar_type_hosts_host', t, t.resourceId, resources),
  ],
)

/** Something that repeats by the clock on the wall; its occurrences are appointments. */
export const appointmentSeries = clientTable(
  'appointment_series',
  {
    typeId: uuid(),
    kind: text({ enum: appointmentKinds }).notNull().default('event'),
    title: text().notNull(),
    /** RFC 5545 without DTSTART: `FREQ=WEEKLY;BYDAY=SU`. */
    rule: text().notNull(),
    /** `2026-11-22T09:00` by the clocks of `timeZone`. */
    startLocal: text().notNull(),
    minutes: integer().notNull(),
    timeZone: text().notNull(),
    /** Dates on which it doesn't take place. */
    exceptions: text().array().notNull().default([]),
    resourceIds: uuid().array().notNull().default([]),
    /** Nobody can be booked then: services, holy days. */
    blocksAll: boolean().notNull().default(false),
    capacity: integer(),
    location: text().notNull().default(''),
    /** Occurrences exist up to here. */
    madeUntil: instant(),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a repeating event', 'repeating events'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('appointment_series_due').on(t.madeUntil).where(sql`deleted_at is null`),
    index('appointment_series_type').on(t.clientId, t.typeId),
    inClient('appointment_series_type_fk', t, t.typeId, calendarTypes),
  ],
)

/** A time that is taken. What is confidential about it stands in `appointment_details` and with its attendees. */
export const appointments = clientTable(
  'appointments',
  {
    typeId: uuid(),
    seriesId: uuid(),
    /** Which occurrence of its series: the date by its rule. It stays when the occurrence is moved. */
    occurrence: text(),
    kind: text({ enum: appointmentKinds }).notNull(),
    /** Of a confidential one: `Appointment`. */
    title: text().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** IANA zone that was meant. */
    timeZone: text().notNull(),
    status: text({ enum: appointmentStatuses }).notNull(),
    leadId: uuid(),
    resourceIds: uuid().array().notNull().default([]),
    locationKind: text({ enum: locationKinds }).notNull().default('in_person'),
    location: text().notNull().default(''),
    isConfidential: boolean().notNull().default(false),
    blocksAll: boolean().notNull().default(false),
    capacity: integer(),
    /** Stays the same in every calendar; SEQUENCE counts its changes (RFC 5545). */
    uid: text().notNull(),
    sequence: integer().notNull().default(0),
    origin: text({ enum: ['staff', 'booking', 'series', 'calendar', 'automation'] }).notNull(),
    /** A second request with it is the first one again. */
    bookingKey: text(),
    /** Booked over a conflict by someone with permission, and why. */
    overrideReason: text(),
    cancelReason: text(),
    cancelledAt: instant(),
    /** Rules of the type when it was booked; a later change of the type doesn't change it. */
    reminders: jsonb().$type<Reminder[]>().notNull().default([]),
    /** Waits to be paid, and lapses then. */
    payBy: instant(),
    /** Paid online: until so many hours before, who cancels gets it back; null: never. */
    refundHours: integer(),
    /** It was canceled too late to get it back. */
    keepsPayment: boolean().notNull().default(false),
    /** What staff should look at: a guest who texted CANCEL. */
    flag: text(),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['an appointment', 'appointments'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { when: `case when is_confidential then 'pastoral' end`, own: false },
  },
  t => [
    index('appointments_time').on(t.clientId, t.startsAt, t.id),
    index('appointments_open').on(t.clientId, t.endsAt).where(sql`status in ('pending', 'confirmed')`),
    index('appointments_type').on(t.clientId, t.typeId, t.startsAt),
    index('appointments_lead').on(t.clientId, t.leadId).where(sql`lead_id is not null`),
    index('appointments_blocks').on(t.clientId, t.endsAt).where(sql`blocks_all`),
    index('appointments_pending').on(t.createdAt).where(sql`status = 'pending'`),
    uniqueIndex('appointments_occurrence').on(t.clientId, t.seriesId, t.occurrence).where(sql`series_id is not null`),
    uniqueIndex('appointments_booking').on(t.clientId, t.bookingKey).where(sql`booking_key is not null`),
    uniqueIndex('appointments_uid').on(t.clientId, t.uid),
    inClient('appointments_type_fk', t, t.typeId, calendarTypes),
    inClient('appointments_series_fk', t, t.seriesId, appointmentSeries),
  ],
)

/** Words about an appointment that may be confidential. */
export const appointmentDetails = clientTable(
  'appointment_details',
  {
    appointmentId: uuid().notNull(),
    title: text().notNull().default(''),
    notes: text().notNull().default(''),
    answers: jsonb().$type<Answers>().notNull().default({}),
  },
  {
    audit: { quiet: 'Part of the appointment' },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'appointments', by: 'appointment_id' },
  },
  t => [
    uniqueIndex('appointment_details_of').on(t.clientId, t.appointmentId),
    inClient('appointment_details_fk', t, t.appointmentId, appointments),
  ],
)

/** Who comes: a person with how they are reached, by their own clocks. */
export const attendees = clientTable(
  'appointment_attendees',
  {
    appointmentId: uuid().notNull(),
    personId: uuid(),
    name: text().notNull().default(''),
    email: text(),
    phone: text(),
    timeZone: text(),
    state: text({ enum: attendeeStates }).notNull().default('booked'),
    answers: jsonb().$type<Answers>().notNull().default({}),
  },
  {
    audit: { noun: ['an attendee', 'attendees'] },
    export: 'rows',
    merge: 'moves',
    confidential: { from: 'appointments', by: 'appointment_id' },
    person: { column: 'person_id' },
  },
  t => [
    index('appointment_attendees_of').on(t.clientId, t.appointmentId, t.id),
    index('appointment_attendees_person').on(t.clientId, t.personId, t.id),
    inClient('appointment_attendees_fk', t, t.appointmentId, appointments),
    inClient('appointment_attendees_person_fk', t, t.personId, people),
  ],
)

/**
 * A promise of one resource for a time, with the buffers around it. The migration adds the constraint that lets no two of them
 * overlap while they count (`hold`, `pending`, `confirmed`).
 */
export const claims = clientTable(
  'booking_claims',
  {
    resourceId: uuid().notNull(),
    appointmentId: uuid(),
    during: timeRange().notNull(),
    status: text({ enum: claimStates }).notNull(),
    /** Of a hold. */
    expiresAt: instant(),
    holdKey: text(),
  },
  {
    audit: { none: 'Follows the appointment, which is logged' },
    export: { none: 'Follows from the appointments' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('booking_claims_time').using('gist', t.clientId, t.resourceId, t.during),
    index('booking_claims_appointment').on(t.clientId, t.appointmentId),
    index('booking_claims_hold').on(t.clientId, t.holdKey).where(sql`hold_key is not null`),
    index('booking_claims_expired').on(t.expiresAt).where(sql`status = 'hold'`),
    inClient('booking_claims_resource', t, t.resourceId, resources),
    inClient('booking_claims_appointment_fk', t, t.appointmentId, appointments),
  ],
)

/** Messages before an appointment: one row each, so that a worker that is killed sends none twice. */
export const appointmentReminders = clientTable(
  'appointment_reminders',
  {
    attendeeId: uuid().notNull(),
    appointmentId: uuid().notNull(),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    minutesBefore: integer().notNull(),
    dueAt: instant().notNull(),
    sentAt: instant(),
    /** Why none was sent. */
    skipped: text(),
  },
  { audit: { quiet: 'Follows the appointment' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('appointment_reminders_once').on(t.clientId, t.attendeeId, t.channel, t.minutesBefore),
    index('appointment_reminders_of').on(t.clientId, t.appointmentId),
    index('appointment_reminders_due').on(t.dueAt).where(sql`sent_at is null and skipped is null`),
    inClient('appointment_reminders_attendee', t, t.attendeeId, attendees),
    inClient('appointment_reminders_fk', t, t.appointmentId, appointments),
  ],
)
