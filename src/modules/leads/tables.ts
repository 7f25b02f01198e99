import { sql } from 'drizzle-orm'
import { bigint, customType, index, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { outcomes, stages } from './rules/stages.ts'

/** Sorted by bytes whatever the database's collation: fractional indexes depend on it. */
const byteOrdered = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** A person on the board. */
export const leads = clientTable(
  'leads',
  {
    personId: uuid().notNull(),
    status: text({ enum: stages }).notNull().default('new'),
    /** Order inside the column: a fractional index, so that a move writes one row. Sorted by bytes. */
    rank: byteOrdered().notNull(),
    source: text(),
    assignedTo: uuid(),
    /** Minor units of the client's currency. */
    value: bigint({ mode: 'number' }),
    notes: text().notNull().default(''),
    outcome: text({ enum: outcomes }),
    reason: text(),
    stageEnteredAt: instant().notNull().defaultNow(),
    closedAt: instant(),
    /** When someone should have been in touch; null once they were. */
    followUpAt: instant(),
    /** The follow-up date about which the owner was told. */
    overdueToldFor: timestamp({ withTimezone: true, mode: 'date' }),
    lastTouchAt: instant(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a lead', 'leads'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    index('leads_board').on(t.clientId, t.status, t.rank, t.id).where(sql`deleted_at is null`),
    index('leads_newest').on(t.clientId, t.id).where(sql`deleted_at is null`),
    index('leads_source').on(t.clientId, t.source).where(sql`deleted_at is null`),
    index('leads_owner').on(t.clientId, t.assignedTo, t.id),
    index('leads_person').on(t.clientId, t.personId),
    index('leads_due').on(t.clientId, t.followUpAt).where(sql`follow_up_at is not null and deleted_at is null`),
    index('leads_untold')
      .on(t.followUpAt)
      .where(sql`deleted_at is null and status <> 'closed' and overdue_told_for is distinct from follow_up_at`),
    index('leads_closed').on(t.clientId, t.closedAt).where(sql`status = 'closed' and deleted_at is null`),
    inClient('leads_person_fk', t, t.personId, people),
  ],
)

/** Every change of stage or outcome, append-only: what reports count. */
export const stageHistory = clientTable(
  'stage_history',
  {
    leadId: uuid().notNull(),
    from: text({ enum: stages }),
    to: text({ enum: stages }).notNull(),
    outcome: text({ enum: outcomes }),
    reason: text(),
    userId: uuid(),
  },
  {
    audit: { noun: ['a step on the board', 'steps on the board'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('stage_history_lead').on(t.clientId, t.leadId, t.id),
    inClient('stage_history_lead_fk', t, t.leadId, leads),
  ],
)
