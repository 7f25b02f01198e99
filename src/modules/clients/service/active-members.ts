import { and, eq, inArray } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { activeMember, members } from '../tables.ts'

/** Those of the users who are members of the account today. */
export const findActiveMembers = (ctx: Ctx, userIds: string[]) =>
  ctx.db
    .select({ userId: users.id, email: users.email, name: users.name, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(inArray(members.userId, userIds), activeMember))
