import { and, eq, sql } from 'drizzle-orm'
import { lift, suppress } from '#consent/service.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { contactPoints } from '../tables.ts'

/** Do-not-contact holds for the addresses and numbers, no matter who has them later. */
export async function setDoNotContact(ctx: Ctx, personId: string): Promise<void> {
  const points = await ctx.db.select().from(contactPoints).where(eq(contactPoints.personId, personId))
  await suppress(
    ctx,
    points.map(point => ({
      value: point.valueNorm,
      channel: 'all',
      reason: 'dnc',
      source: 'staff',
      evidence: { personId, userId: userOf(ctx) },
    })),
  )
}

/** The box unticked: what it had stopped, unless someone else with the same address or number wants no contact either. */
export async function liftDoNotContact(ctx: Ctx, personId: string): Promise<void> {
  const points = await ctx.db
    .select({ value: contactPoints.valueNorm })
    .from(contactPoints)
    .where(
      and(
        eq(contactPoints.personId, personId),
        sql`not exists (select from contact_points other join people p on p.id = other.person_id
          where other.value_norm = ${contactPoints.valueNorm} and p.do_not_contact)`,
      ),
    )
  await lift(
    ctx,
    points.map(({ value }) => value),
    { reason: 'dnc', source: 'staff' },
  )
}
