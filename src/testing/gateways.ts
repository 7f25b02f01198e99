import { expect } from 'vitest'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { noticeTaken, type SignedNotice, waitingNotices } from '#providers/payments/sandbox/notices/service.ts'
import { choose } from '#providers/payments/sandbox/pages/service.ts'
import type { OutcomeName } from '#providers/payments/sandbox/rules.ts'
import { aServer } from './web.ts'

/** Posts a notice of a payment gateway's sandbox to our webhook, as it would arrive. */
export async function postGatewayNotice({ path, headers, body }: SignedNotice): Promise<Response> {
  const { send } = await aServer()
  return send(path, { method: 'POST', headers, body })
}

/** Hands every waiting notice over, in an order of the test's choosing, and lets the jobs run. */
export async function deliverGatewayNotices(order: (notices: SignedNotice[]) => SignedNotice[] = all => all) {
  for (let again = true; again; ) {
    const waiting = await waitingNotices()
    for (const notice of order(waiting)) expect((await postGatewayNotice(notice)).ok).toBe(true)
    if (waiting.length > 0) await noticeTaken(...waiting.map(({ id }) => id))
    again = (await runWaitingJobs()) > 0 || waiting.length > 0
  }
}

/** Someone goes through the hosted page of that address. */
export const payAt = (url: string, outcome: OutcomeName = 'visa', confirmed: 'yes' | 'no' | null = null) =>
  choose(url.split('/').at(-1)!, outcome, confirmed)
