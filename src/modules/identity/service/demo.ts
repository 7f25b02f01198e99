import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { DEMO_EMAIL } from '../rules.ts'
import { refusal } from '../service.ts'
import { users } from '../tables.ts'

export async function demoUser(ctx: Ctx): Promise<string> {
  const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, DEMO_EMAIL))
  if (!user) throw refusal(404, 'user_not_found', 'The demo church is still being prepared')
  return user.id
}
