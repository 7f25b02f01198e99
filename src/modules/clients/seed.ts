import { sql } from 'drizzle-orm'
import { DEMO_EMAIL } from '#identity/rules.ts'
import { createUser, credentialOf } from '#identity/service.ts'
import type { Role } from '#kernel/permissions.ts'
import { asIdentity } from '#kernel/run.ts'
import { demoChurch } from './rules/demo.ts'
import { addMember, colleaguesOf, furnish, openAccount } from './service.ts'

const colleagues: { email: string; name: string; role: Role }[] = [
  { email: `james.carter@${demoChurch.domain}`, name: 'James Carter', role: 'pastor' },
  { email: `elena.ruiz@${demoChurch.domain}`, name: 'Elena Ruiz', role: 'staff' },
  { email: `tom.baker@${demoChurch.domain}`, name: 'Tom Baker', role: 'volunteer' },
]

/** The demo church, its owner (a platform admin) and three colleagues, owner first. */
export const openDemoChurch = () =>
  asIdentity('seed', async ctx => {
    // Two processes may start at once: the second waits, and finds the church.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(727203)`)
    const owner = await credentialOf(ctx, DEMO_EMAIL)
    if (owner) return colleaguesOf(ctx, owner.userId)
    const known = { passwordHash: null, confirmed: true }
    const userId = await createUser(ctx, { email: DEMO_EMAIL, name: 'Ruth Bennett', platformRole: 'admin', ...known })
    const clientId = await openAccount(ctx, { name: demoChurch.name, userId })
    await furnish(ctx, clientId, { timeZone: 'America/Chicago', address: demoChurch.address })
    // Decision 2b: the operator account's members are the platform's admins.
    await addMember(ctx, { clientId: ctx.client.id, userId, role: 'owner' })
    const userIds = [userId]
    for (const { email, name, role } of colleagues) {
      const id = await createUser(ctx, { email, name, ...known })
      await addMember(ctx, { clientId, userId: id, role })
      userIds.push(id)
    }
    return { clientId, userIds }
  })
