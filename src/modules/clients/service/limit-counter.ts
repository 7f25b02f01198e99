import { and, isNull, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { activeMember, invitations, members } from '../tables.ts'

/** What plans count as team members: volunteers' seats are free; someone who is invited has a seat already. */
export async function countSeats(ctx: Ctx): Promise<number> {
  const seated = await ctx.db.$count(members, and(activeMember, ne(members.role, 'volunteer')))
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), ne(invitations.role, 'volunteer'))
  return seated + (await ctx.db.$count(invitations, open))
}
