import { isSameOrigin, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asVisitor } from '#kernel/run.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { ratedPage, ratingPage } from './rules/rating-page.ts'
import { readRatingLink, recordRating } from './service/completed-threads.ts'

/** A GET changes nothing: mail scanners open every link. */
async function shown(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const link = readRatingLink(token)
  if (!link) return publicError(c, 'notFound')
  const church = await asVisitor(c.get('caller'), link.clientId, churchOf)
  return publicPage(c, { title: 'Did we help you?', church, body: ratingPage(`/rate/${encodeURIComponent(token)}`) })
}

async function rated(c: WebContext): Promise<Response> {
  const link = readRatingLink(c.req.param('token') ?? '')
  if (!link) return publicError(c, 'notFound')
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const form = await c.req.parseBody()
  const rating = Number(form.rating)
  if (![1, 2, 3, 4, 5].includes(rating)) return publicError(c, 'invalid', { status: 400 })
  const church = await asVisitor(c.get('caller'), link.clientId, async ctx => {
    await recordRating(ctx, link.threadId, rating)
    return churchOf(ctx)
  })
  return publicPage(c, { title: 'Thank you', church, body: ratedPage() })
}

export const assistantRoutes: RawRoute[] = [
  raw('GET', '/rate/:token', 'anonymous', shown),
  raw('POST', '/rate/:token', 'anonymous', rated),
]
