import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { addresses, people } from '#people/tables.ts'
import { purposeOf } from '../../rules/purpose.ts'
import { campaigns, funds, giftLines, gifts } from '../../tables.ts'
import type { GivenGift } from '../rules/content.ts'

export interface DonorGift extends GivenGift {
  personId: string | null
  householdId: string | null
}

/** Gifts with their lines and funds, by day: two queries, however many there are. */
export async function listReceiptGifts(ctx: Ctx, condition: SQL | undefined): Promise<DonorGift[]> {
  const rows = await ctx.db.select().from(gifts).where(condition).orderBy(gifts.receivedOn, gifts.id)
  if (rows.length === 0) return []
  const lines = await ctx.db
    .select({
      giftId: giftLines.giftId,
      fund: funds.name,
      isDefault: funds.isDefault,
      amount: giftLines.amount,
      campaign: campaigns.name,
      refunded: giftLines.refunded,
      deductible: giftLines.deductible,
    })
    .from(giftLines)
    .innerJoin(funds, eq(funds.id, giftLines.fundId))
    .leftJoin(campaigns, eq(campaigns.id, giftLines.campaignId))
    .where(
      inArray(
        giftLines.giftId,
        rows.map(row => row.id),
      ),
    )
    .orderBy(giftLines.position)
  const byGift = Map.groupBy(lines, line => line.giftId)
  return rows.map(row => ({
    id: row.id,
    day: row.receivedOn,
    status: row.status,
    method: row.method,
    currency: row.currency,
    checkNumber: row.checkNumber,
    description: row.description,
    goodsValue: row.goodsValue,
    goodsDescription: row.goodsDescription,
    personId: row.personId,
    householdId: row.householdId,
    lines: (byGift.get(row.id) ?? []).map(({ amount, refunded, deductible, ...line }) => ({
      fund: purposeOf(line),
      amount,
      refunded,
      deductible,
    })),
  }))
}

export interface Recipient {
  name: string
  address: string
  email: string | null
}

/** Names and postal addresses of donors, as they are today; also of those in the trash, whose gifts stay. */
export async function listRecipients(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Recipient>> {
  if (ids.length === 0) return new Map()
  const persons = await ctx.db
    .select()
    .from(people)
    .where(inArray(people.id, [...ids]))
  const known = await ctx.db
    .select()
    .from(addresses)
    .where(inArray(addresses.personId, [...ids]))
    .orderBy(asc(addresses.createdAt), asc(addresses.id))
  const byPerson = Map.groupBy(known, row => row.personId)
  return new Map(
    persons.map(person => {
      const full = [person.firstName, person.middleName, person.lastName].filter(Boolean).join(' ')
      const own = byPerson.get(person.id) ?? []
      const place = own.find(row => row.label === 'home' && row.street) ?? own.find(row => row.street)
      const town = place ? [place.city, [place.region, place.postalCode].filter(Boolean).join(' ')].filter(Boolean) : []
      const address = place ? [place.street, place.street2, town.join(', ')].filter(Boolean).join('\n') : ''
      return [person.id, { name: full || person.name, address, email: person.email }]
    }),
  )
}
