import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { clientOfSlug } from '#public-page/church/service.ts'

/** The account whose portal an address names. */
export const clientOfPortal = clientOfSlug

type Person = Extract<Ctx['actor'], { type: 'person' }>

/** Who is signed in to the portal. @throws FORBIDDEN in every other transaction */
export function portalActor({ actor }: Pick<Ctx, 'actor'>): Person {
  if (actor.type !== 'person') throw new Failure('FORBIDDEN')
  return actor
}

export async function businessName(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account').name
}
