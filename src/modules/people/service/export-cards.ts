import { desc, inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Selection } from '../contract.ts'
import { type CardFormat, vcard } from '../rules/vcard.ts'
import { addresses, contactPoints, people } from '../tables.ts'
import { idsOf, tagsOf } from './list.ts'

const MOST = 5_000

/** Those chosen as one file of vCards, in the order of the list; private facts and notes are not in it. */
export async function exportCards(
  ctx: Ctx,
  { selection, version }: { selection: Selection; version: CardFormat['version'] },
) {
  const ids = await idsOf(ctx, selection, MOST)
  if (ids.length === 0) return { vcf: '', count: 0 }
  const found = new Map(
    (await ctx.db.select().from(people).where(inArray(people.id, ids))).map(person => [person.id, person]),
  )
  const points = Map.groupBy(
    await ctx.db
      .select()
      .from(contactPoints)
      .where(inArray(contactPoints.personId, ids))
      .orderBy(desc(contactPoints.isPrimary), contactPoints.id),
    ({ personId }) => personId,
  )
  const places = Map.groupBy(
    await ctx.db.select().from(addresses).where(inArray(addresses.personId, ids)).orderBy(addresses.id),
    ({ personId }) => personId,
  )
  const tagged = await tagsOf(ctx, ids)
  const cards = ids.map(id => {
    const person = found.get(id)!
    const valid = (points.get(id) ?? []).filter(point => point.valid)
    return vcard(
      {
        ...person,
        phones: valid
          .filter(({ kind }) => kind === 'phone')
          .map(({ valueNorm, label }) => ({ value: valueNorm, label })),
        emails: valid.filter(({ kind }) => kind === 'email').map(({ value, label }) => ({ value, label })),
        addresses: places.get(id) ?? [],
        tags: (tagged.get(id) ?? []).map(({ name }) => name),
        uid: `urn:uuid:${id}`,
      },
      { version, fold: true },
    )
  })
  return { vcf: cards.join(''), count: ids.length }
}
