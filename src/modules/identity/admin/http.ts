import { z } from 'zod'
import type { RawRoute, WebContext } from '#kernel/http.ts'
import { replaceAvatar } from '../avatar/http.ts'
import { AdminUserChange, GenerateLink, NewAdminUser } from '../contract.ts'
import { removeFactor } from '../factors/service.ts'
import { hashPassword } from '../passwords/service.ts'
import { bearer, body, call, idIn, inIdentity, safeRedirect } from '../protocol/http.ts'
import { checkPassword, refusal } from '../service.ts'
import { factorsOf, userObject } from '../sessions/service.ts'
import * as admin from './service.ts'

/** For the service role alone: a person's token, whoever they are, opens nothing here. */
const guarded = (method: RawRoute['method'], path: string, handle: (c: WebContext) => Promise<Response>) =>
  call(method, `/admin${path}`, c => {
    if (bearer(c).role !== 'service_role') throw refusal(403, 'not_admin', 'User not allowed')
    return handle(c)
  })

const hashOf = (password: string | undefined) => {
  if (password === undefined) return null
  checkPassword(password)
  return hashPassword(password)
}

const Paging = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  perPage: z.coerce.number().int().min(1).max(200).catch(50),
})

const list = guarded('GET', '/users', async c => {
  const { page, perPage } = Paging.parse({ page: c.req.query('page') || 1, perPage: c.req.query('per_page') || 50 })
  const { users, total } = await inIdentity(c, ctx => admin.list(ctx, { page, perPage }))
  const last = Math.max(Math.ceil(total / perPage), 1)
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  c.header('X-Total-Count', String(total))
  c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
  return c.json({ users, aud: 'authenticated' })
})

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

const generateLink = guarded('POST', '/generate_link', async c => {
  const input = await body(c, GenerateLink)
  const hash = await hashOf(input.password)
  const redirectTo = safeRedirect(c, input.redirect_to ?? c.req.query('redirect_to'))
  return c.json(await inIdentity(c, ctx => admin.generateLink(ctx, input, hash, redirectTo)))
})

const removeFactorOf = guarded('DELETE', '/users/:id/factors/:factor', async c => {
  const factorId = c.req.param('factor')!
  await inIdentity(c, async ctx => {
    const userId = idIn(c, admin.unknownUser)
    const known = await factorsOf(ctx, userId)
    if (!known.some(factor => factor.id === factorId)) throw refusal(404, 'mfa_factor_not_found', 'Factor not found')
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
    c.json(await inIdentity(c, ctx => factorsOf(ctx, idIn(c, admin.unknownUser)))),
  ),
  removeFactorOf,
  generateLink,
]
