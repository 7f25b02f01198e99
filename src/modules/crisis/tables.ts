import { boolean, index, integer, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { alertStates, ESCALATE_MINUTES, levels, signKinds, sources } from './rules/options.ts'

/** How a church is paged; one row, made with the first change. */
export const crisisSettings = clientTable(
  'crisis_settings',
  { escalateMinutes: smallint().notNull().default(ESCALATE_MINUTES.usual) },
  {
    audit: { noun: ['the on-call settings', 'on-call settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('crisis_settings_one').on(t.clientId)],
)

/** Who is on call when. */
export const crisisShifts = clientTable(
  'crisis_shifts',
  {
    userId: uuid().notNull(),
    /** 0 is Sunday. */
    weekdays: smallint().array().notNull(),
    fromMinute: smallint().notNull(),
    untilMinute: smallint().notNull(),
    /** E.164; texts and calls go there. Without one they are paged by bell and email. */
    phone: text(),
  },
  { audit: { noun: ['an on-call shift', 'on-call shifts'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
)

/** A sign of danger that was found; holds no words and no name, so that everyone on call may see it. */
export const crisisAlerts = clientTable(
  'crisis_alerts',
  {
    kind: text({ enum: signKinds }).notNull(),
    /** look: perhaps a sign; nobody is woken, and nothing automatic answers until someone has read it. */
    level: text({ enum: levels }).notNull().default('page'),
    source: text({ enum: sources }).notNull(),
    /** Of the prayer request, message or submission. */
    sourceId: uuid().notNull(),
    state: text({ enum: alertStates }).notNull().default('open'),
    /** How many rounds of paging there were. */
    rounds: integer().notNull().default(0),
    takenBy: uuid(),
    takenAt: instant(),
    closedBy: uuid(),
    closedAt: instant(),
    falseAlarm: boolean().notNull().default(false),
  },
  { audit: { noun: ['a crisis alert', 'crisis alerts'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('crisis_alerts_source').on(t.clientId, t.source, t.sourceId),
    index('crisis_alerts_state').on(t.clientId, t.state, t.id),
  ],
)

/** Everyone who was paged for an alert. */
export const crisisPages = clientTable(
  'crisis_pages',
  {
    alertId: uuid().notNull(),
    userId: uuid().notNull(),
    round: integer().notNull(),
    phone: text(),
  },
  { audit: { quiet: 'Paging of an alert' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('crisis_pages_one').on(t.clientId, t.alertId, t.userId, t.round),
    inClient('crisis_pages_alert_fk', t, t.alertId, crisisAlerts),
  ],
)
