import { absent } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asVisitor } from '#kernel/run.ts'
import { REFUSED } from '../unsubscribing/service.ts'
import { choose, clientOfPreferences } from './service.ts'

/** The page's buttons: what is ticked, nothing, or what it was before. The page itself is a screen: a GET never comes here. */
async function answer(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const form = await c.req.parseBody({ all: true }).catch(() => ({}) as Record<string, unknown>)
  const choice = form.choice
  if (choice !== 'save' && choice !== 'none' && choice !== 'undo')
    return c.text('Please use the buttons on the page.', 400)
  const keys = choice === 'none' ? [] : [form.topic ?? []].flat().map(String)
  const before = [form.before ?? []].flat().map(String)
  const clientId = await clientOfPreferences(token)
  const done =
    clientId &&
    (await asVisitor(c.get('caller'), clientId, async ctx => {
      await choose(ctx, token, keys)
      return true
    }).catch(absent))
  if (!done) return c.text(REFUSED, 404)
  const back = new URLSearchParams(
    choice === 'undo' ? [['saved', '1']] : [['saved', '1'], ...before.map(key => ['before', key])],
  )
  return c.redirect(`/preferences/${token}?${back}`, 303)
}

export const preferencesRoutes: RawRoute[] = [raw('POST', '/preferences/:token', 'anonymous', answer)]
