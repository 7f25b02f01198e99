import { bigint, date, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { gifts } from '../tables.ts'
import { declarationSources } from './rules.ts'

const giving = { always: 'giving' } as const
const minor = () => bigint({ mode: 'number' })

/** A taxpayer's word that the charity may reclaim tax on gifts. Kept as it was made; canceling it ends it. */
export const declarations = clientTable(
  'gift_aid_declarations',
  {
    personId: uuid().notNull(),
    title: text().notNull().default(''),
    firstName: text().notNull(),
    lastName: text().notNull(),
    address: text().notNull(),
    postcode: text().notNull(),
    /** Gifts of these days; no last day: also future ones. */
    coversFrom: date().notNull(),
    coversTo: date(),
    source: text({ enum: declarationSources }).notNull(),
    wording: text().notNull(),
    madeOn: date().notNull(),
    /** Of an oral one: the day its written record was sent. */
    recordSentOn: date(),
    canceledOn: date(),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['a Gift Aid declaration', 'Gift Aid declarations'] },
    export: 'rows',
    merge: 'moves',
    confidential: giving,
  },
  t => [
    index('gift_aid_declarations_person').on(t.clientId, t.personId),
    inClient('gift_aid_declarations_person_fk', t, t.personId, people, 'restrict'),
  ],
)

/** What was claimed from HMRC at once. */
export const giftAidClaims = clientTable(
  'gift_aid_claims',
  { periodFrom: date().notNull(), periodTo: date().notNull(), total: minor().notNull(), createdBy: uuid() },
  {
    audit: { noun: ['a Gift Aid claim', 'Gift Aid claims'] },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
)

/** A gift in a claim: once. */
export const giftAidClaimGifts = clientTable(
  'gift_aid_claim_gifts',
  {
    claimId: uuid().notNull(),
    giftId: uuid().notNull(),
    declarationId: uuid().notNull(),
    amount: minor().notNull(),
    claimedAt: instant().notNull(),
  },
  { audit: { none: 'Written with its claim' }, export: 'rows', merge: 'nobody', confidential: giving },
  t => [
    uniqueIndex('gift_aid_claim_gifts_once').on(t.clientId, t.giftId),
    index('gift_aid_claim_gifts_claim').on(t.clientId, t.claimId),
    index('gift_aid_claim_gifts_declared').on(t.clientId, t.declarationId),
    inClient('gift_aid_claim_gifts_claim_fk', t, t.claimId, giftAidClaims, 'restrict'),
    inClient('gift_aid_claim_gifts_gift', t, t.giftId, gifts, 'restrict'),
    inClient('gift_aid_claim_gifts_declaration', t, t.declarationId, declarations, 'restrict'),
  ],
)
