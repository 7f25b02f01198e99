/** Makes someone who has signed up an admin of Lampstand itself, and a member of the operator account. */
import { eq } from 'drizzle-orm'
import { addMember } from '#clients/service.ts'
import { users } from '#identity/tables.ts'
import { asIdentity } from '#kernel/run.ts'
import { command, Refusal } from './command.ts'
import { runOnDatabase } from './run-on-database.ts'

/** Throws a Refusal when nobody has this address. */
export const makeAdmin = (email: string) =>
  asIdentity('admin', async ctx => {
    const [user] = await ctx.db
      .update(users)
      .set({ role: 'admin' })
      .where(eq(users.email, email.trim().toLowerCase()))
      .returning({ id: users.id, email: users.email })
    if (!user) throw new Refusal(`Nobody has signed up as ${email} yet: sign up first, then run this again.`)
    await addMember(ctx, { clientId: ctx.client.id, userId: user.id, role: 'owner' })
    return user.email
  })

await command(import.meta, 'npm run admin <email>', async ({ words: [email] }) => {
  if (!email) throw new Refusal('Usage: npm run admin <email>')
  console.log(`${await runOnDatabase(() => makeAdmin(email))} is an admin of Lampstand now.`)
})
