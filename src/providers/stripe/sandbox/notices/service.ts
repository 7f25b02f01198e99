import { asc, eq, isNull } from 'drizzle-orm'
import Stripe from 'stripe'
import { clock } from '#kernel/clock.ts'
import { log } from '#kernel/log.ts'
import { asPlatform } from '#kernel/run.ts'
import { newToken } from '#kernel/secrets.ts'
import { keep, take } from '../store/service.ts'
import { sandboxNotices } from '../tables.ts'

/** Made on first use; the sandbox signs with it, our webhook proves with it. */
export const signingSecret = (): Promise<string> =>
  asPlatform('stripe sandbox', async db => {
    const kept = await take(db, 'secret', 'whsec')
    if (kept) return kept.data.value
    await keep(db, 'secret', { value: `whsec_${newToken()}` }, { id: 'whsec' })
    return (await take(db, 'secret', 'whsec'))!.data.value
  })

export interface SignedNotice {
  id: string
  body: string
  signature: string
}

/** Notices that our webhook has not taken yet, oldest first, as they would be posted. */
export async function waitingNotices(): Promise<SignedNotice[]> {
  const secret = await signingSecret()
  const rows = await asPlatform('stripe sandbox', db =>
    db
      .select()
      .from(sandboxNotices)
      .where(isNull(sandboxNotices.deliveredAt))
      .orderBy(asc(sandboxNotices.createdAt), asc(sandboxNotices.id))
      .limit(200),
  )
  return rows.map(({ id, type, objectId }) => {
    const body = JSON.stringify({ id, object: 'event', type, data: { object: { id: objectId } } })
    const timestamp = Math.floor(clock.ms() / 1_000)
    return { id, body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) }
  })
}

export const noticeTaken = (id: string): Promise<void> =>
  asPlatform('stripe sandbox', async db => {
    await db.update(sandboxNotices).set({ deliveredAt: clock.now() }).where(eq(sandboxNotices.id, id))
  })

type Post = (notice: SignedNotice) => Promise<boolean>
let post: Post | undefined
let running: Promise<void> | undefined

/** Says where notices go; without it they wait, and a test hands them over as it likes. */
export function deliverNoticesTo(url: string): void {
  post = async ({ body, signature }) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
    return answer.ok
  }
}

/** Posts what waits, one after the other; what isn't taken is tried again a minute later. */
export async function deliverNotices(): Promise<void> {
  if (!post) return
  const before = running
  const mine = (async () => {
    await before
    for (const notice of await waitingNotices()) if (await post!(notice)) await noticeTaken(notice.id)
  })()
  running = mine.catch(error => log.warn({ err: String(error) }, 'a notice of the payment sandbox was not taken'))
  await running
}
