import { boolean, date, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '../tables.ts'

/** Who paused messages to whom, and when. What counts for sending is `people.grief_hold_until`. */
export const careHolds = clientTable(
  'care_holds',
  {
    personId: uuid().notNull(),
    until: date({ mode: 'string' }).notNull(),
    /** Everyone they live with as well. */
    isHousehold: boolean().notNull(),
    /** A pastoral note with the reason. */
    noteId: uuid(),
    startedBy: uuid(),
    liftedAt: instant(),
    liftedBy: uuid(),
  },
  { audit: { noun: ['a care hold', 'care holds'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    index('care_holds_person').on(t.clientId, t.personId, t.id),
    inClient('care_holds_person_fk', t, t.personId, people),
  ],
)

/** A campaign that left someone out because of a care hold: no message of it was written. */
export const heldCampaigns = clientTable(
  'held_campaigns',
  { personId: uuid().notNull(), campaignId: uuid().notNull(), channel: text().notNull(), name: text().notNull() },
  { audit: { quiet: 'Follows from the care hold' }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    uniqueIndex('held_campaigns_once').on(t.clientId, t.personId, t.campaignId),
    inClient('held_campaigns_person_fk', t, t.personId, people),
  ],
)
