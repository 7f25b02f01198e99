import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { impacts, incidentStates, type Service } from './rules.ts'

/** What went wrong in this server, for the status page; rows of the operator's own account. */
export const incidents = clientTable(
  'incidents',
  {
    title: text().notNull(),
    impact: text({ enum: impacts }).notNull(),
    state: text({ enum: incidentStates }).notNull(),
    services: jsonb().$type<Service[]>().notNull(),
    startedAt: instant().notNull(),
    resolvedAt: instant(),
  },
  { audit: { noun: ['an incident', 'incidents'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [index('incidents_newest').on(t.clientId, t.startedAt)],
)

/** What was said about it, and how far it was then. */
export const incidentUpdates = clientTable(
  'incident_updates',
  {
    incidentId: uuid().notNull(),
    state: text({ enum: incidentStates }).notNull(),
    words: text().notNull(),
  },
  {
    audit: { noun: ['an update on an incident', 'updates on incidents'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('incident_updates_of').on(t.clientId, t.incidentId, t.id),
    inClient('incident_updates_incident', t, t.incidentId, incidents),
  ],
)
