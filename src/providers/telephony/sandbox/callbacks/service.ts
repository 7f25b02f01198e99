import { asc, inArray, lte, sql } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { log } from '#kernel/log.ts'
import { signatureOf } from '../../rules/signatures.ts'
import { advance, finish, runTwiml, untilNext } from '../steps/service.ts'
import { inSandbox, take, tokenOf } from '../store/service.ts'
import { carrierCallbacks } from '../tables.ts'

/** What our own addresses are asked, as the carrier asks them. */
export interface Notice {
  /** path and query */
  path: string
  body: string
  signature: string
}
type Post = (notice: Notice) => Promise<{ ok: boolean; text: string }>
let post: Post | undefined
let timer: NodeJS.Timeout | undefined

/** True where a test hands notices over by itself: texts arrive at once, calls when the clock is moved. */
export let immediate = false

/** Says where notices go; without it they wait. */
export function deliverCallbacksTo(to: string | Post): void {
  immediate = typeof to !== 'string'
  post =
    typeof to !== 'string'
      ? to
      : async ({ path, body, signature }) => {
          const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
          const answer = await fetch(`${to}${path}`, {
            method: 'POST',
            headers,
            body,
            signal: AbortSignal.timeout(10_000),
          })
          return { ok: answer.ok, text: await answer.text() }
        }
  // What a stop left over goes on.
  if (!immediate) wake()
}

let wakesAt = Number.POSITIVE_INFINITY

/** Something was written that happens now or soon. What is due earlier isn't put off by calls that keep coming. */
export function wake(ms = 0): void {
  if (!post || immediate) return
  const at = Date.now() + Math.min(ms, 60_000)
  if (at >= wakesAt) return
  clearTimeout(timer)
  wakesAt = at
  timer = setTimeout(() => {
    wakesAt = Number.POSITIVE_INFINITY
    void run()
  }, at - Date.now()).unref()
}

let running: Promise<void> | undefined
async function run(): Promise<void> {
  running ??= passTime().finally(() => (running = undefined))
  try {
    await running
    const next = await untilNext()
    if (next !== null) wake(Math.max(next, 20))
  } catch (error) {
    log.warn({ err: String(error) }, 'the sandbox carrier could not go on')
    wake(5_000)
  }
}

/** Does everything that has come due by now. */
export async function passTime(): Promise<void> {
  if (!post) return
  for (let again = true; again; ) {
    const steps = await advance()
    const waiting = await lease()
    for (let i = 0; i < waiting.length; i += 8) {
      const taken = await Promise.all(waiting.slice(i, i + 8).map(hand))
      const gone = taken.filter(id => id !== null)
      if (gone.length > 0) await inSandbox(db => db.delete(carrierCallbacks).where(inArray(carrierCallbacks.id, gone)))
    }
    again = steps + waiting.length > 0
  }
}

type Waiting = typeof carrierCallbacks.$inferSelect

/** Ours for half a minute; what is not taken by then is posted again. */
const lease = (): Promise<Waiting[]> =>
  inSandbox(async db => {
    const due = await db
      .select()
      .from(carrierCallbacks)
      .where(lte(carrierCallbacks.dueAt, clock.now()))
      .orderBy(asc(carrierCallbacks.dueAt), asc(carrierCallbacks.id))
      .limit(64)
      .for('update', { skipLocked: true })
    if (due.length > 0)
      await db
        .update(carrierCallbacks)
        .set({ dueAt: new Date(clock.ms() + seconds(30)), tries: sql`tries + 1` })
        .where(
          inArray(
            carrierCallbacks.id,
            due.map(one => one.id),
          ),
        )
    return due
  })

/**
 * The address was stored when the number was set up. It leads to this server, whatever its address is today.
 * @returns its id once it is taken, or given up
 */
async function hand({ id, account, url, params, callSid, tries }: Waiting): Promise<string | null> {
  const at = new URL(url)
  // What points elsewhere never leaves this machine.
  const ours = at.pathname.startsWith('/api/twilio/')
  const body = new URLSearchParams(params).toString()
  const here = `${env.publicUrl}${at.pathname}${at.search}`
  const signature = signatureOf(await sandboxToken(account), here, Object.entries(params))
  const failed = (error: unknown) => ({ ok: false, text: String(error) })
  const answer = ours
    ? await post!({ path: at.pathname + at.search, body, signature }).catch(failed)
    : failed('foreign')
  if (!answer.ok && ours && tries < 10) {
    log.warn({ url, answer: answer.text.slice(0, 200) }, 'a notice of the sandbox carrier was not taken')
    return null
  }
  if (callSid)
    await inSandbox(async db => {
      const call = await take(db, 'call', callSid)
      if (call) await (answer.ok ? begun(db, call, answer.text) : finish(db, call, 'failed'))
    })
  return id
}

type Arguments = Parameters<typeof runTwiml>
/** A call to one of our numbers is answered by what our address says. */
async function begun(db: Arguments[0], call: Arguments[1], twiml: string): Promise<void> {
  if (call.data.state === 'ringing') Object.assign(call.data, { state: 'in-progress', answeredAt: clock.ms() })
  await runTwiml(db, call, twiml)
}

const tokens = new Map<string, string>()
/** With which an account's notices are signed; it never changes. */
export async function sandboxToken(account: string): Promise<string> {
  if (!tokens.has(account)) tokens.set(account, await tokenOf(account))
  return tokens.get(account)!
}
