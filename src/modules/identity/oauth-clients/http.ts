import type { RawRoute } from '#kernel/http.ts'
import { body, idIn, inIdentity, paged, serviceCall } from '../protocol/http.ts'
import { NewOAuthClient, OAuthClientChange } from './contract.ts'
import * as clients from './service.ts'

const path = '/admin/oauth/clients'

export const oauthClientRoutes: RawRoute[] = [
  serviceCall('GET', path, async c =>
    paged(c, path, async page => {
      const { clients: items, total } = await inIdentity(c, ctx => clients.listClients(ctx, page))
      return { body: { clients: items, aud: 'authenticated' }, total }
    }),
  ),
  serviceCall('POST', path, async c => {
    const input = await body(c, NewOAuthClient)
    return c.json(await inIdentity(c, ctx => clients.createClient(ctx, input)), 201)
  }),
  serviceCall('GET', `${path}/:id`, async c =>
    c.json(await inIdentity(c, ctx => clients.getClient(ctx, idIn(c, clients.unknownClient)))),
  ),
  serviceCall('PUT', `${path}/:id`, async c => {
    const changes = await body(c, OAuthClientChange)
    return c.json(await inIdentity(c, ctx => clients.updateClient(ctx, idIn(c, clients.unknownClient), changes)))
  }),
  serviceCall('DELETE', `${path}/:id`, async c => {
    await inIdentity(c, ctx => clients.deleteClient(ctx, idIn(c, clients.unknownClient)))
    return c.body(null, 204)
  }),
  serviceCall('POST', `${path}/:id/regenerate_secret`, async c =>
    c.json(await inIdentity(c, ctx => clients.regenerateSecret(ctx, idIn(c, clients.unknownClient)))),
  ),
]
