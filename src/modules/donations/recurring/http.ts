import type { OuterCtx } from '#kernel/ctx.ts'
import { absent, Failure } from '#kernel/failure.ts'
import { isSameOrigin, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { everyRight } from '#kernel/rights.ts'
import { asActor } from '#kernel/run.ts'
import { checkoutUrl } from '#payments/service/start.ts'
import { portalActor } from '#portal/service/church.ts'
import { asSignedIn, churchSlug, portalPage, toPortal } from '#portal/service/pages.ts'
import { publicError } from '#public-page/service.ts'
import { ownGiving } from '../rules/own-giving.ts'
import { applyGiverChange, readOwnGivingPage } from './service/giver-portal.ts'
import { startCardReplacement } from './service.ts'

const pathOf = (c: WebContext) => `/my/${encodeURIComponent(churchSlug(c))}/giving`

interface Giver {
  personId: string
  clientId: string
  /** Reads and writes gifts; the person's id goes with every call, and limits it to their own. */
  tx: OuterCtx['tx']
}

/** The person signed in, or the child they act for; undefined where nobody is. */
async function giverOf(c: WebContext): Promise<Giver | undefined> {
  const found = await asSignedIn(c, async ({ ctx }) => ({ clientId: ctx.client.id, personId: portalActor(ctx).forId }))
  if (!found) return
  const { requestId } = c.get('caller')
  return {
    ...found,
    tx: work => asActor(found.clientId, { type: 'visitor' }, requestId, work, everyRight('checkout')),
  }
}

async function page(c: WebContext): Promise<Response> {
  const giver = await giverOf(c)
  if (!giver) return toPortal(c)
  const shown = await giver.tx(ctx => readOwnGivingPage(ctx, giver.personId))
  const problem = (c.req.query('problem') ?? '').slice(0, 200)
  const all = { ...shown, path: pathOf(c), givePath: `/give/${encodeURIComponent(churchSlug(c))}`, problem }
  return portalPage(c, 'Giving', async () => ownGiving(all), { styles: ['/give.css'] })
}

const fieldsOf = async (c: WebContext) => {
  const sent: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  return (name: string) => (typeof sent[name] === 'string' ? sent[name].replaceAll('\0', '').trim().slice(0, 100) : '')
}

/** What can't be changed is said on the page; nothing is half-written. */
async function change(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const field = await fieldsOf(c)
  const giver = await giverOf(c)
  if (!giver) return toPortal(c)
  try {
    await giver.tx(ctx => applyGiverChange(ctx, giver.personId, field))
    return toPortal(c, 'giving')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const issues = (error.data as { issues?: { message: string }[] } | undefined)?.issues
    return toPortal(c, `giving?problem=${encodeURIComponent(issues?.[0]?.message ?? error.message)}`)
  }
}

/** To the gateway's page, outside of every transaction. */
async function card(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const id = (await fieldsOf(c))('id')
  const giver = await giverOf(c)
  if (!giver) return toPortal(c)
  const { personId, tx } = giver
  const paymentId = await tx(ctx => startCardReplacement(ctx, { id, personId, returnPath: pathOf(c) })).catch(absent)
  if (!paymentId) return toPortal(c, 'giving')
  const client = await tx(async ctx => ctx.client)
  const outer: OuterCtx = { client, actor: { type: 'visitor' }, rights: [], requestId: c.get('caller').requestId, tx }
  return c.redirect(await checkoutUrl(outer, paymentId), 303)
}

export const recurringRoutes: RawRoute[] = [
  raw('GET', '/my/:church/giving', 'person', page),
  raw('POST', '/my/:church/giving', 'person', change),
  raw('POST', '/my/:church/giving/card', 'person', card),
]
