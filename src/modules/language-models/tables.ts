import { bigint, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import { USUAL_CAP } from './rules/budget.ts'
import { type Choice, purposes } from './rules/models.ts'

const micros = () => bigint({ mode: 'number' }).notNull()

/** Which model a church uses; one row, made with the first change. Without one: the built-in engine. */
export const languageModelSettings = clientTable(
  'language_model_settings',
  {
    main: jsonb().$type<Choice>(),
    /** Asked where the first one doesn't answer. */
    fallback: jsonb().$type<Choice>(),
    /** The keys as one sealed JSON object by slot. */
    sealedSecrets: text(),
    /** Last four characters of each key. */
    last4: jsonb().$type<Record<string, string>>().notNull().default({}),
    capCents: integer().notNull().default(USUAL_CAP),
  },
  {
    audit: { noun: ['the AI models', 'AI models'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('language_model_settings_one').on(t.clientId)],
)

/** What was used, by month of the church's time zone. */
export const languageModelUsage = clientTable(
  'language_model_usage',
  {
    /** "2026-12" */
    month: text().notNull(),
    purpose: text({ enum: purposes }).notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    calls: integer().notNull().default(0),
    /** Tokens. */
    inputUsed: micros(),
    outputUsed: micros(),
    /** Micro-dollars. */
    cost: micros(),
  },
  {
    audit: { none: 'Counters of what models cost, raised by every call' },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('language_model_usage_one').on(t.clientId, t.month, t.purpose, t.provider, t.model)],
)

/** What calls under way may cost at most. */
export const languageModelReservations = clientTable(
  'language_model_reservations',
  {
    month: text().notNull(),
    /** Micro-dollars. */
    cost: micros(),
    /** A process that was killed releases nothing: from then on it no longer counts. */
    expiresAt: instant().notNull(),
  },
  {
    audit: { none: 'Lives as long as one call of a model' },
    export: { none: 'Lives as long as one call of a model' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [index('language_model_reservations_month').on(t.clientId, t.month, t.expiresAt)],
)
