import { and, eq, inArray, isNull } from 'drizzle-orm'
import { isMember } from '#clients/service.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { splitName } from '#people/rules/names.ts'
import type { BusinessCard, Reassigned } from '../contract.ts'
import type { TemplateKey } from '../rules/design.ts'
import { addCard } from '../service.ts'
import { businessCards } from '../tables.ts'
import { cardById, present, toCard } from './rows.ts'

async function namesOf(ctx: Ctx, userIds: readonly string[]) {
  const rows = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, [...userIds]))
  return new Map(
    rows.map(({ id, name, email }) => {
      const { first, last } = splitName(name ?? '')
      return [id, { firstName: first ?? '', lastName: last ?? '', email: email ?? '' }]
    }),
  )
}

/** A card for each of these members who has none; people who aren't members are passed over. */
export async function createForMembers(ctx: Ctx, { userIds, template }: { userIds: string[]; template: TemplateKey }) {
  const wanted = [...new Set(userIds)]
  const rows = await ctx.db
    .select({ userId: businessCards.userId })
    .from(businessCards)
    .where(and(present, inArray(businessCards.userId, wanted)))
  const have = new Set(rows.map(({ userId }) => userId))
  const names = await namesOf(ctx, wanted)
  let created = 0
  for (const userId of wanted) {
    if (have.has(userId) || !(await isMember(ctx, userId))) continue
    await addCard(ctx, { ...names.get(userId), userId, template })
    created++
  }
  return { created, skipped: wanted.length - created }
}

/** The cards of a member who has left are the church's; where their work was handed over, the successor's card answers. */
export async function memberLeft(ctx: Ctx, { userId, successorId }: { userId: string; successorId: string | null }) {
  const [theirs] = successorId
    ? await ctx.db
        .select({ id: businessCards.id })
        .from(businessCards)
        .where(and(present, eq(businessCards.userId, successorId)))
        .limit(1)
    : []
  // Said twice, nothing more happens: the cards are nobody's by then.
  const rows = await ctx.db
    .update(businessCards)
    .set({ userId: null, leftAt: clock.now(), successorId: theirs?.id ?? null, instead: null })
    .where(eq(businessCards.userId, userId))
    .returning({ id: businessCards.id })
  for (const { id } of rows) announce(ctx, 'businessCards', id)
}

export async function reassign(ctx: Ctx, { id, to }: Reassigned): Promise<BusinessCard> {
  await cardById(ctx, id)
  const [row] = await ctx.db
    .update(businessCards)
    .set(await handedTo(ctx, id, to))
    .where(and(present, eq(businessCards.id, id)))
    .returning()
  announce(ctx, 'businessCards', id)
  return toCard(ctx, found(row, 'Business card'))
}

async function handedTo(
  ctx: Ctx,
  id: string,
  to: Reassigned['to'],
): Promise<Partial<typeof businessCards.$inferInsert>> {
  const leftAt = clock.now()
  if (to.kind === 'member') {
    if (!(await isMember(ctx, to.userId))) throw invalid('userId', 'Please choose a member of the team')
    const who = (await namesOf(ctx, [to.userId])).get(to.userId)!
    return { ...who, title: '', phone: '', userId: to.userId, leftAt: null, successorId: null, instead: null }
  }
  if (to.kind === 'contact') {
    const { name, phone, email } = to
    return { userId: null, leftAt, successorId: null, instead: { name, phone, email } }
  }
  const [other] = await ctx.db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(and(present, isNull(businessCards.leftAt), eq(businessCards.id, to.cardId)))
  if (!other || other.id === id) throw invalid('cardId', 'Please choose the card of someone on the team')
  return { userId: null, leftAt, successorId: other.id, instead: null }
}
