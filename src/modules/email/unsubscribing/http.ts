import type { Ctx } from '#kernel/ctx.ts'
import { absent } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asVisitor } from '#kernel/run.ts'
import { clientOfTicket, leave, REFUSED, undo } from './service.ts'

/**
 * The page's two buttons, and the one of a mail program, which sends `List-Unsubscribe=One-Click` without cookies and
 * follows no redirect (RFC 8058, 3.1). The page itself is a screen: a GET never comes here.
 */
async function answer(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
  const oneClick = form['List-Unsubscribe'] === 'One-Click'
  const choice = oneClick ? 'header' : form.choice
  if (choice !== 'header' && choice !== 'leave' && choice !== 'undo')
    return c.text('Please use the button on the page.', 400)
  const clientId = await clientOfTicket(token)
  const change = (ctx: Ctx) =>
    choice === 'undo' ? undo(ctx, { token }) : leave(ctx, { token }, oneClick ? 'header' : 'link')
  const done = clientId && (await asVisitor(c.get('caller'), clientId, change).catch(absent))
  if (!done) return c.text(REFUSED, 404)
  // To the page again, which says how it stands now; going back and forth repeats nothing.
  return oneClick ? c.text('You are unsubscribed.') : c.redirect(`/unsubscribe/${token}`, 303)
}

export const unsubscribingRoutes: RawRoute[] = [raw('POST', '/unsubscribe/:token', 'anonymous', answer)]
