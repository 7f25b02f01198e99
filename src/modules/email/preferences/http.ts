import { absent } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asVisitor } from '#kernel/run.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { brokenLink, churchLinks, ourLinks, preferencesPage } from '../rules/public-pages.ts'
import { clientOfPreferences, savePreferences, view } from './service.ts'

/** The page's buttons: what is ticked, nothing, or what it was before. */
async function answer(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const form = await c.req.parseBody({ all: true }).catch(() => ({}) as Record<string, unknown>)
  const choice = form.choice
  if (choice !== 'save' && choice !== 'none' && choice !== 'undo') return publicError(c, 'invalid')
  const keys = choice === 'none' ? [] : [form.topic ?? []].flat().map(String)
  const before = [form.before ?? []].flat().map(String)
  const clientId = await clientOfPreferences(token)
  const done =
    clientId &&
    (await asVisitor(c.get('caller'), clientId, async ctx => {
      await savePreferences(ctx, token, keys)
      return true
    }).catch(absent))
  if (!done) return broken(c)
  const back = new URLSearchParams(
    choice === 'undo' ? [['saved', '1']] : [['saved', '1'], ...before.map(key => ['before', key])],
  )
  return c.redirect(`/preferences/${token}?${back}`, 303)
}

/** Looking changes nothing: mail scanners follow every link. The buttons post to this address. */
async function page(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const clientId = await clientOfPreferences(token)
  const shown =
    clientId &&
    (await asVisitor(c.get('caller'), clientId, async ctx => ({
      standing: await view(ctx, { token }),
      church: await churchOf(ctx),
    })).catch(absent))
  if (!shown) return broken(c)
  const saved = { saved: c.req.query('saved') !== undefined, before: c.req.queries('before') ?? [] }
  const { standing, church } = shown
  return publicPage(c, { title: 'Preferences', church, body: preferencesPage(standing, saved), footer: churchLinks })
}

const broken = (c: WebContext) =>
  publicPage(c, { title: 'Preferences', church: null, status: 404, body: brokenLink(), footer: ourLinks })

export const preferencesRoutes: RawRoute[] = [
  raw('GET', '/preferences/:token', 'anonymous', page),
  raw('POST', '/preferences/:token', 'anonymous', answer),
]
