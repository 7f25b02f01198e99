import { Readable } from 'node:stream'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { Missing, storage } from '#providers/storage/index.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { feedOf } from './service/feed.ts'
import { coverOf, openPodcast } from './service.ts'

async function inChurch<T>(c: WebContext, work: (ctx: Ctx, church: string) => Promise<T>): Promise<T> {
  const church = c.req.param('church') ?? ''
  const clientId = await asPlatform('podcast', db => clientOfSlug(db, church))
  if (!clientId) throw new Failure('NOT_FOUND', 'Podcast not found')
  return asVisitor(c.get('caller'), clientId, ctx => work(ctx, church))
}

async function feed(c: WebContext): Promise<Response> {
  const [, slug] = /^([a-z0-9-]{1,80})\.xml$/.exec(c.req.param('feed') ?? '') ?? []
  if (!slug) throw new Failure('NOT_FOUND', 'Podcast not found')
  const token = c.req.query('feed') || undefined
  const { xml, etag } = await inChurch(c, async (ctx, church) =>
    feedOf(ctx, await openPodcast(ctx, slug, token), { church, token }),
  )
  const headers = {
    'Content-Type': 'application/rss+xml; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
    'Cache-Control': token ? 'private, no-cache' : 'public, max-age=300',
    ...(token && { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' }),
  }
  return c.req.header('if-none-match') === etag
    ? new Response(null, { status: 304, headers })
    : new Response(xml, { headers })
}

async function cover(c: WebContext): Promise<Response> {
  const asked = { token: c.req.query('feed') || undefined, seal: c.req.query('seal') }
  const file = await inChurch(c, ctx => coverOf(ctx, c.req.param('feed') ?? '', asked))
  const content = await storage().get(file.storageKey)
  return new Response(Readable.toWeb(content) as ReadableStream, {
    headers: {
      'Content-Type': file.contentType,
      'Content-Length': String(file.size),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': asked.token || asked.seal ? 'private, no-cache' : 'public, max-age=300',
      // Apps and directories show it from wherever they are.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

const answered = (handle: (c: WebContext) => Promise<Response>) => async (c: WebContext) => {
  try {
    return await handle(c)
  } catch (error) {
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'Podcast not found') : error, c)
  }
}

export const podcastRoutes: RawRoute[] = [
  raw('GET', '/podcast/:church/:feed', 'anonymous', answered(feed)),
  raw('GET', '/podcast/:church/:feed/cover.jpg', 'anonymous', answered(cover)),
]
