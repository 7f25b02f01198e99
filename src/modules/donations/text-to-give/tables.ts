import { bigint, boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { gifts } from '../tables.ts'

const giving = { always: 'giving' } as const

/** Whether a church takes gifts by text. */
export const textGivingSettings = clientTable(
  'giving_text_settings',
  { enabled: boolean().notNull().default(false) },
  {
    audit: { noun: ['the settings of giving by text', 'settings of giving by text'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('giving_text_settings_one').on(t.clientId)],
)

/** A phone number whose owner gave by text before, and the card that its next text is charged to. */
export const textGivers = clientTable(
  'giving_text_givers',
  {
    /** E.164. */
    number: text().notNull(),
    personId: uuid(),
    /** Of `payments`; null once it is unlinked. */
    savedId: uuid(),
  },
  {
    audit: { noun: ['a phone that gives', 'phones that give'] },
    export: 'rows',
    merge: 'moves',
    confidential: giving,
  },
  t => [
    uniqueIndex('giving_text_givers_number').on(t.clientId, t.number),
    index('giving_text_givers_person').on(t.clientId, t.personId),
    inClient('giving_text_givers_person_fk', t, t.personId, people),
  ],
)

export const textGiftStates = ['confirming', 'linked', 'charging', 'given', 'failed', 'answered'] as const

/** A text that was about giving, and what came of it: each is acted on once. */
export const textGifts = clientTable(
  'giving_texts',
  {
    messageId: uuid().notNull(),
    number: text().notNull(),
    state: text({ enum: textGiftStates }).notNull(),
    amount: bigint({ mode: 'number' }),
    fundId: uuid(),
    frequency: text({ enum: ['weekly', 'biweekly', 'monthly', 'yearly'] }),
    /** SHA-256 of what the link to the giving page holds. */
    tokenHash: text(),
    expiresAt: instant(),
    /** The giver wants this card used for later texts. */
    keepsCard: boolean().notNull().default(false),
    giftId: uuid(),
  },
  {
    audit: { none: 'The message and the gift are listed' },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
  t => [
    uniqueIndex('giving_texts_message').on(t.clientId, t.messageId),
    index('giving_texts_number').on(t.clientId, t.number, t.createdAt),
    index('giving_texts_token').on(t.clientId, t.tokenHash),
    index('giving_texts_gift').on(t.clientId, t.giftId),
    inClient('giving_texts_gift_fk', t, t.giftId, gifts, 'restrict'),
  ],
)
