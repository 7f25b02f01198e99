import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { refusal } from '../service.ts'
import { users } from '../tables.ts'

/** Owner of the demo church and platform admin; has no password. */
export const DEMO_EMAIL = 'demo@grace.example'

export async function demoUser(ctx: Ctx): Promise<string> {
  const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, DEMO_EMAIL))
  if (!user) throw refusal(404, 'user_not_found', 'The demo church is still being prepared')
  return user.id
}
