import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import { router } from '#app/router.ts'
import { addMember, openAccount } from '#clients/service.ts'
import { createUser } from '#identity/service.ts'
import { openSession } from '#identity/sessions/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { type Role, roles } from '#kernel/permissions.ts'
import { asIdentity, asJob, type Caller } from '#kernel/run.ts'
import { verify } from '#kernel/tokens.ts'
import { testHouse } from './house.ts'

/** In-process calls through the contract: authorisation, row security, validation and all. */
export const clientFor = (caller: Caller) => createRouterClient(router, { context: caller })
export type TestClient = ReturnType<typeof clientFor>

export const nobody = (clientId: string | null = null): Caller => ({
  claims: null,
  clientId,
  requestId: randomUUID(),
  ip: '127.0.0.1',
  userAgent: 'test',
})

/** Somebody with a session, of no account yet. */
export async function aUser({ name = 'Pat Miller', email = `${randomUUID()}@example.org`, admin = false } = {}) {
  await testHouse()
  const session = await asIdentity('test', async ctx => {
    const platformRole = admin ? 'admin' : 'user'
    const id = await createUser(ctx, { email, name, passwordHash: null, confirmed: true, platformRole })
    return openSession(ctx, id, 'password', { ip: '127.0.0.1', userAgent: 'test' })
  })
  const claims = await verify(session.access_token)
  const caller = (clientId: string | null = null): Caller => ({ ...nobody(clientId), claims })
  return { id: session.user.id, email, name, session, caller, client: clientFor(caller()) }
}
export type TestUser = Awaited<ReturnType<typeof aUser>>

/** A church that nobody else uses, with a caller for each role, and a visitor. */
export async function aChurch(name = 'Grace Community Church') {
  const owner = await aUser({ name: 'Olive Owner' })
  const id = await asIdentity('test', ctx => openAccount(ctx, { name, userId: owner.id }))
  const member = async (role: Role, person?: { name?: string; email?: string }) => {
    const user = role === 'owner' && !person ? owner : await aUser({ name: `${role} of ${name}`, ...person })
    if (user !== owner) await asIdentity('test', ctx => addMember(ctx, { clientId: id, userId: user.id, role }))
    return { ...user, client: clientFor(user.caller(id)), call: user.caller(id) }
  }
  const people = {} as Record<Role, Awaited<ReturnType<typeof member>>>
  for (const role of roles) people[role] = await member(role)
  const clients = Object.fromEntries(roles.map(role => [role, people[role].client])) as Record<Role, TestClient>
  return {
    id,
    ...clients,
    people,
    visitor: clientFor(nobody(id)),
    addMember: member,
    /** Runs every waiting job until none is left. */
    settle: runWaitingJobs,
    /** A transaction of the house itself in this church, for rows that no screen makes. */
    inside: <T>(work: (ctx: Ctx) => Promise<T>) => asJob(id, 'test', 'test', work),
  }
}
