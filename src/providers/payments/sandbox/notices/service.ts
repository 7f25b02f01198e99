import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { GatewayName } from '../../rules/names.ts'
import { paypalSignature, paypalText, timedSignature } from '../../rules/signatures.ts'
import { type Key, ownerOf } from '../rules.ts'
import { add, inSandbox, lockAccount, newId, take } from '../store/service.ts'
import { gatewayNotices } from '../tables.ts'

/** What our own webhook is asked, as the gateway asks it. */
export interface SignedNotice {
  id: string
  gateway: GatewayName
  clientId: string
  /** path and query */
  path: string
  headers: Record<string, string>
  body: string
}

const MOST_TRIES = 12
export const secretOf = (account: string): Promise<string> =>
  inSandbox(async db => (await lockAccount(db, account)).data.secret)

/** PayPal's signature is one of a key pair; made on first use. */
export async function keyOf(account: string): Promise<Key> {
  const id = `key_${account}`
  const before = await inSandbox(db => take(db, 'key', account, id))
  if (before) return before.data
  const made = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return inSandbox(async db => {
    await lockAccount(db, account)
    return ((await take(db, 'key', account, id)) ?? (await add(db, 'key', account, made, { id }))).data
  })
}

export const WEBHOOK_ID = 'WH-SANDBOX'
export const CERT_URL = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-sandbox'

/** Something happened: our own webhook will be told, in the gateway's words. */
export async function tell(db: Db, account: string, body: object, id = newId('evt')): Promise<void> {
  const at = clock.now()
  await db.insert(gatewayNotices).values({ id, account, body: JSON.stringify(body), dueAt: at, createdAt: at })
}

type Waiting = typeof gatewayNotices.$inferSelect

async function headersFor(gateway: GatewayName, { id, account, body }: Waiting): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const at = Math.floor(clock.ms() / 1_000)
  if (gateway === 'stripe') return { ...headers, 'stripe-signature': timedSignature(await secretOf(account), body, at) }
  if (gateway === 'clover') return { ...headers, 'clover-signature': timedSignature(await secretOf(account), body, at) }
  if (gateway === 'thrivecart') return headers
  const sent = { id, time: clock.now().toISOString() }
  const { privateKey } = await keyOf(account)
  return {
    ...headers,
    'paypal-transmission-id': sent.id,
    'paypal-transmission-time': sent.time,
    'paypal-cert-url': CERT_URL,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-transmission-sig': paypalSignature(paypalText(sent, WEBHOOK_ID, body), privateKey),
  }
}

async function signed(notice: Waiting): Promise<SignedNotice> {
  const { gateway, clientId } = ownerOf(notice.account)
  const headers = await headersFor(gateway, notice)
  const path = `/functions/v1/${gateway}-webhook?t=${clientId}`
  return { id: notice.id, gateway, clientId, path, headers, body: notice.body }
}

/** Notices that no webhook has taken yet, oldest first, as they would be posted: for tests, which post them as they like. */
export async function waitingNotices(clientId?: string): Promise<SignedNotice[]> {
  const rows = await inSandbox(db =>
    db.select().from(gatewayNotices).orderBy(asc(gatewayNotices.createdAt), asc(gatewayNotices.id)).limit(500),
  )
  const wanted = rows.filter(({ account }) => !clientId || ownerOf(account).clientId === clientId)
  return Promise.all(wanted.map(signed))
}

export const noticeTaken = (...ids: string[]): Promise<void> =>
  inSandbox(async db => void (await db.delete(gatewayNotices).where(inArray(gatewayNotices.id, ids))))

/** Ours for half a minute, then for longer each time; what is not taken by then is posted again. */
const lease = (): Promise<Waiting[]> =>
  inSandbox(async db => {
    const due = await db
      .select()
      .from(gatewayNotices)
      .where(lte(gatewayNotices.dueAt, clock.now()))
      .orderBy(asc(gatewayNotices.dueAt), asc(gatewayNotices.createdAt), asc(gatewayNotices.id))
      .limit(50)
      .for('update', { skipLocked: true })
    for (const { id, tries } of due) {
      const dueAt = new Date(clock.ms() + Math.min(seconds(30) * 2 ** tries, minutes(60)))
      await db.update(gatewayNotices).set({ dueAt, tries: sql`tries + 1` }).where(eq(gatewayNotices.id, id))
    }
    return due
  })

export type Post = (notice: SignedNotice) => Promise<boolean>

/** Posts what is due, one after the other. @returns how many were due */
export async function postDue(post: Post): Promise<number> {
  const due = await lease()
  for (const notice of due) {
    const taken = await post(await signed(notice)).catch(() => false)
    if (taken || notice.tries + 1 >= MOST_TRIES) await noticeTaken(notice.id)
  }
  return due.length
}
