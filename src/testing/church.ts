import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { router } from '#app/router.ts'
import { addMember, openAccount } from '#clients/service.ts'
import { clients as accounts, members } from '#clients/tables.ts'
import { createUser } from '#identity/service.ts'
import { openSession } from '#identity/sessions/service.ts'
import { credentials, sessions, users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { type Role, rights, roles } from '#kernel/permissions.ts'
import { asIdentity, asJob, type Caller } from '#kernel/run.ts'
import { issuer, sign, verify } from '#kernel/tokens.ts'
import { testHouse } from './house.ts'

/** In-process calls through the contract: authorization, row security, validation and all. */
export const clientFor = (caller: Caller) => createRouterClient(router, { context: caller })
export type TestClient = ReturnType<typeof clientFor>

export const nobody = (clientId: string | null = null): Caller => ({
  claims: null,
  clientId,
  requestId: randomUUID(),
  ip: '127.0.0.1',
  userAgent: 'test',
})

/** Someone with a session, of no account yet. */
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

type Person = Pick<TestUser, 'id' | 'email' | 'name' | 'caller'> & { session: { access_token: string } }

/** Someone in each role but the owner's, with a session: in few statements, as most tests ask for one or two of them. */
async function aTeam(clientId: string, name: string): Promise<Person[]> {
  const iat = Math.floor(clock.ms() / 1000)
  const team = roles
    .filter(role => role !== 'owner')
    .map(role => ({ role, id: randomUUID(), email: `${randomUUID()}@example.org`, name: `${role} of ${name}` }))
  const opened = await asIdentity('test', async ctx => {
    await ctx.db.insert(users).values(team.map(({ id, email, name }) => ({ id, email, name })))
    await ctx.db.insert(credentials).values(team.map(({ id }) => ({ userId: id, emailConfirmedAt: clock.now() })))
    await ctx.db.insert(members).values(team.map(({ id, role }) => ({ clientId, userId: id, role })))
    const visit = { amr: [{ method: 'password', timestamp: iat }], ip: '127.0.0.1', userAgent: 'test' }
    return ctx.db
      .insert(sessions)
      .values(team.map(({ id }) => ({ userId: id, ...visit, createdAt: clock.now() })))
      .returning({ id: sessions.id, userId: sessions.userId })
  })
  return Promise.all(
    team.map(async ({ id, email, name }) => {
      const session_id = opened.find(({ userId }) => userId === id)!.id
      const common = { iss: issuer(), aud: 'authenticated', role: 'authenticated', aal: 'aal1', iat, exp: iat + 3600 }
      const access_token = await sign({ ...common, sub: id, email, session_id })
      const claims = await verify(access_token)
      return { id, email, name, session: { access_token }, caller: clientId => ({ ...nobody(clientId), claims }) }
    }),
  )
}

/** A church that nobody else uses, with a caller for each role, and a visitor. */
export async function aChurch(name = 'Grace Community Church') {
  const owner = await aUser({ name: 'Olive Owner' })
  const id = await asIdentity('test', async ctx => {
    const opened = await openAccount(ctx, { name, userId: owner.id })
    // Who gets a lead would depend on the role whose turn it is, and what is sent on the hour of a Sunday: tests of these switch it on.
    await ctx.db
      .update(accounts)
      .set({ leadAssignment: 'manual', quietChurchTimes: false })
      .where(eq(accounts.id, opened))
    return opened
  })
  const inChurch = <P extends Person>(user: P) => ({
    ...user,
    client: clientFor(user.caller(id)),
    call: user.caller(id),
  })
  const all = [...(await aTeam(id, name)), owner].map(inChurch)
  const people = Object.fromEntries(roles.map((role, i) => [role, all[i]!])) as Record<Role, (typeof all)[number]>
  const clients = Object.fromEntries(roles.map(role => [role, people[role].client])) as Record<Role, TestClient>
  return {
    id,
    ...clients,
    people,
    visitor: clientFor(nobody(id)),
    /** A further member; someone of that name and address if given. */
    async addMember(role: Role, person?: { name?: string; email?: string }) {
      const user = await aUser({ name: `${role} of ${name}`, ...person })
      await asIdentity('test', ctx => addMember(ctx, { clientId: id, userId: user.id, role }))
      return inChurch(user)
    },
    /** Runs every waiting job until none is left. */
    settle: runWaitingJobs,
    /** A transaction of the server itself in this church, for rows that no screen makes. */
    inside: <T>(work: (ctx: Ctx) => Promise<T>) => asJob(id, 'test', 'test', work, rights),
  }
}
