import type { Ctx } from '#kernel/ctx.ts'
import { absent } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asVisitor } from '#kernel/run.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { brokenLink, churchLinks, ourLinks, unsubscribePage } from '../rules/public-pages.ts'
import { clientOfToken, INVALID_LINK, undoUnsubscribe, unsubscribeByToken, view } from './service.ts'

/**
 * The page's two buttons, and the one of a mail program, which sends `List-Unsubscribe=One-Click` without cookies and
 * follows no redirect (RFC 8058, 3.1).
 */
async function answer(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
  const oneClick = form['List-Unsubscribe'] === 'One-Click'
  const choice = oneClick ? 'header' : form.choice
  if (choice !== 'header' && choice !== 'leave' && choice !== 'undo') return publicError(c, 'invalid')
  const clientId = await clientOfToken(token)
  const change = (ctx: Ctx) =>
    choice === 'undo'
      ? undoUnsubscribe(ctx, { token })
      : unsubscribeByToken(ctx, { token }, oneClick ? 'header' : 'link')
  const done = clientId && (await asVisitor(c.get('caller'), clientId, change).catch(absent))
  if (!done) return oneClick ? c.text(INVALID_LINK, 404) : broken(c)
  // To the page again, which says how it stands now; going back and forth repeats nothing.
  return oneClick ? c.text('You are unsubscribed.') : c.redirect(`/unsubscribe/${token}`, 303)
}

/** Looking changes nothing: mail scanners follow every link. The buttons post to this address. */
async function page(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const clientId = await clientOfToken(token)
  const shown =
    clientId &&
    (await asVisitor(c.get('caller'), clientId, async ctx => ({
      standing: await view(ctx, { token }),
      church: await churchOf(ctx),
    })).catch(absent))
  if (!shown) return broken(c)
  const { standing, church } = shown
  return publicPage(c, {
    title: 'Unsubscribe',
    church,
    body: unsubscribePage(standing),
    footer: church ? churchLinks : ourLinks,
  })
}

const broken = (c: WebContext) =>
  publicPage(c, { title: 'Unsubscribe', church: null, status: 404, body: brokenLink(), footer: ourLinks })

export const unsubscribeRoutes: RawRoute[] = [
  raw('GET', '/unsubscribe/:token', 'anonymous', page),
  raw('POST', '/unsubscribe/:token', 'anonymous', answer),
]
