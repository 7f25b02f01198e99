import { absent, Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { REFUSED } from '../unsubscribing/service.ts'
import { SignUpForm } from './contract.ts'
import { clientOfConfirming, clientOfSlug, confirm, signUpHere } from './service.ts'

/** The sign-up page's one button; it works without JavaScript. */
async function join(c: WebContext): Promise<Response> {
  const church = c.req.param('church') ?? ''
  const body = await c.req.parseBody({ all: true }).catch(() => ({}) as Record<string, unknown>)
  const keys = [body.topic ?? []].flat().map(String)
  const form = SignUpForm.safeParse(body)
  const back = (state: Record<string, string>) => c.redirect(`/subscribe/${church}?${new URLSearchParams(state)}`, 303)
  // A field that nobody sees: whoever fills it in is a machine, and need not know.
  if (body.website) return back({ done: 'asked' })
  if (!form.success) return back({ problem: 'email' })
  if (keys.length === 0) return back({ problem: 'topic' })
  const clientId = await asPlatform('subscribe', db => clientOfSlug(db, church))
  if (!clientId) return c.text('There is no such page.', 404)
  const done = await asVisitor(c.get('caller'), clientId, ctx => signUpHere(ctx, { ...form.data, keys })).catch(
    error => {
      if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') return null
      throw error
    },
  )
  if (!done) return back({ problem: 'many' })
  return back({ done })
}

/** The button of the page behind the mail's link. */
async function confirmed(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const clientId = await clientOfConfirming(token)
  const done =
    clientId &&
    (await asVisitor(c.get('caller'), clientId, async ctx => {
      await confirm(ctx, token)
      return true
    }).catch(absent))
  return done ? c.redirect(`/confirm/${token}`, 303) : c.text(REFUSED, 404)
}

export const joiningRoutes: RawRoute[] = [
  raw('POST', '/subscribe/:church', 'anonymous', join),
  raw('POST', '/confirm/:token', 'anonymous', confirmed),
]
