import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import type { Design, Week } from './contract.ts'
import type { Content } from './rules/content.ts'
import { modes, types } from './rules/states.ts'

export const qrCodes = clientTable(
  'qr_codes',
  {
    name: text().notNull(),
    type: text({ enum: types }).notNull(),
    mode: text({ enum: modes }).notNull(),
    content: jsonb().$type<Content>().notNull(),
    design: jsonb().$type<Design>().notNull(),
    folder: text().notNull().default(''),
    /** Where its short link leads; empty for a static code. */
    target: text().notNull().default(''),
    state: text({ enum: ['active', 'paused', 'archived'] })
      .notNull()
      .default('active'),
    expiresAt: instant(),
    fallback: text().notNull().default(''),
    schedule: jsonb().$type<Week[]>().notNull().default([]),
    /** Why phones can't read it; empty: they can. */
    problem: text().notNull().default(''),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a QR code', 'QR codes'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [index('qr_codes_new').on(t.clientId, t.createdAt)],
)

/** One code at several places: each has a short link of its own. */
export const qrPlacements = clientTable(
  'qr_placements',
  { codeId: uuid().notNull(), name: text().notNull() },
  {
    audit: { noun: ['a placement of a QR code', 'placements of QR codes'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('qr_placements_of').on(t.clientId, t.codeId),
    inClient('qr_placements_code', t, t.codeId, qrCodes, 'cascade'),
  ],
)

/** Where a code led before; never changed. */
export const qrTargets = clientTable(
  'qr_targets',
  { codeId: uuid().notNull(), from: text('from_target').notNull(), to: text('to_target').notNull(), changedBy: uuid() },
  {
    audit: { quiet: 'The change of the code is listed' },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [index('qr_targets_of').on(t.clientId, t.codeId), inClient('qr_targets_code', t, t.codeId, qrCodes, 'cascade')],
)
