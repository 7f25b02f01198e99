import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import type { RawRoute, WebContext } from '#kernel/http.ts'
import { replaceAvatar } from '../avatar/http.ts'
import { AdminUserChange, GenerateLink, Invite, NewAdminUser } from '../contract.ts'
import { removeFactor } from '../factors/service.ts'
import * as passkeys from '../passkeys/service.ts'
import { hashPassword } from '../profile/service/passwords.ts'
import { body, idIn, inIdentity, paged, safeRedirect, serviceCall } from '../protocol/http.ts'
import { checkPassword, refusal } from '../service.ts'
import { userObject } from '../sessions/service.ts'
import * as admin from './service.ts'

const guarded: typeof serviceCall = (method, path, handle) => serviceCall(method, `/admin${path}`, handle)

const hashOf = (password: string | undefined) => {
  if (password === undefined) return null
  checkPassword(password)
  return hashPassword(password)
}

const list = guarded('GET', '/users', async c =>
  paged(c, '/admin/users', async page => {
    const { users, total } = await inIdentity(c, ctx => admin.list(ctx, page))
    return { body: { users, aud: 'authenticated' }, total }
  }),
)

const create = guarded('POST', '/users', async c => {
  const { email, password, email_confirm, user_metadata, app_metadata } = await body(c, NewAdminUser)
  const passwordHash = await hashOf(password)
  const user = { email, passwordHash, confirmed: email_confirm ?? false }
  return c.json(
    await inIdentity(c, ctx =>
      admin.create(ctx, { ...user, metadata: user_metadata ?? {}, appMetadata: app_metadata ?? {} }),
    ),
  )
})

const update = guarded('PUT', '/users/:id', async c => {
  const changes = await body(c, AdminUserChange)
  const hash = await hashOf(changes.password)
  return c.json(await inIdentity(c, ctx => admin.update(ctx, idIn(c, admin.unknownUser), changes, hash)))
})

const invite = serviceCall('POST', '/invite', async c => {
  const { email, data } = await body(c, Invite)
  const redirectTo = safeRedirect(c, c.req.query('redirect_to') || `${env.publicUrl}/reset-password`)
  return c.json(await inIdentity(c, ctx => admin.invite(ctx, email, data ?? {}, redirectTo)))
})

const generateLink = guarded('POST', '/generate_link', async c => {
  const input = await body(c, GenerateLink)
  const hash = await hashOf(input.password)
  const redirectTo = safeRedirect(c, input.redirect_to ?? c.req.query('redirect_to'))
  return c.json(await inIdentity(c, ctx => admin.generateLink(ctx, input, hash, redirectTo)))
})

/** Throws `user_not_found`. */
const knownUser = async (ctx: Ctx, c: WebContext) => (await userObject(ctx, idIn(c, admin.unknownUser))).id

const removeFactorOf = guarded('DELETE', '/users/:id/factors/:factor', async c => {
  const factorId = c.req.param('factor')!
  await inIdentity(c, async ctx => {
    const userId = idIn(c, admin.unknownUser)
    const { factors } = await userObject(ctx, userId)
    if (!factors.some(factor => factor.id === factorId)) throw refusal(404, 'mfa_factor_not_found', 'Factor not found')
    await removeFactor(ctx, userId, factorId)
  })
  return c.json({ id: factorId })
})

export const adminRoutes: RawRoute[] = [
  list,
  create,
  guarded('GET', '/users/:id', async c =>
    c.json(await inIdentity(c, ctx => userObject(ctx, idIn(c, admin.unknownUser)))),
  ),
  update,
  guarded('DELETE', '/users/:id', async c => {
    const id = idIn(c, admin.unknownUser)
    await replaceAvatar(c, id, null)
    return c.json(await inIdentity(c, ctx => admin.remove(ctx, id)))
  }),
  guarded('GET', '/users/:id/factors', async c =>
    c.json(await inIdentity(c, async ctx => (await userObject(ctx, idIn(c, admin.unknownUser))).factors)),
  ),
  removeFactorOf,
  guarded('GET', '/users/:id/passkeys', async c =>
    c.json(await inIdentity(c, async ctx => passkeys.list(ctx, { userId: await knownUser(ctx, c) }))),
  ),
  guarded('DELETE', '/users/:id/passkeys/:passkey', async c => {
    const passkeyId = idIn(c, passkeys.unknownPasskey, 'passkey')
    await inIdentity(c, async ctx => passkeys.removePasskey(ctx, await knownUser(ctx, c), passkeyId))
    return c.body(null, 204)
  }),
  generateLink,
  invite,
]
