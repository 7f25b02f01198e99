import { and, eq, inArray } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { CarrierRefused } from '../../rules/errors.ts'
import { SANDBOX_SENDER } from '../rules.ts'
import { inSandbox } from '../store/service.ts'
import { carrierCallbacks, carrierObjects, carrierTexts } from '../tables.ts'

interface Text extends Omit<typeof carrierTexts.$inferInsert, 'direction' | 'createdAt'> {
  /** What will be told of it, and when. */
  notices: { url: string; params: Record<string, string>; due: number }[]
}
interface Posted {
  text: Text
  done: () => void
  fail: (error: unknown) => void
}

const waiting: Posted[] = []
let writing = false
/** Texts that came within the last second; a busy carrier tells the end alone. */
let lately: number[] = []
const BUSY = 100
export const isBusy = (): boolean => lately.length > BUSY

/** Takes a text. Those that come while others are being written are written together. */
export function post(text: Text): Promise<void> {
  const now = Date.now()
  lately = [...lately.filter(at => now - at < 1_000).slice(-BUSY), now]
  return new Promise((done, fail) => {
    waiting.push({ text, done, fail })
    if (!writing) void writeAll()
  })
}

async function writeAll(): Promise<void> {
  writing = true
  while (waiting.length > 0) {
    const now = waiting.splice(0, 500)
    await write(now).catch(error => {
      for (const one of now) one.fail(error)
    })
  }
  writing = false
}

async function write(posted: Posted[]): Promise<void> {
  const senders = [...new Set(posted.map(({ text }) => text.sender))].filter(sender => sender !== SANDBOX_SENDER)
  const strangers = await inSandbox(async db => {
    const owned = await db
      .select({ account: carrierObjects.account, number: carrierObjects.key })
      .from(carrierObjects)
      .where(and(eq(carrierObjects.kind, 'number'), inArray(carrierObjects.key, senders)))
    const known = new Set(owned.map(one => `${one.account} ${one.number}`))
    const [good, bad] = [[] as Posted[], [] as Posted[]]
    for (const one of posted)
      (one.text.sender === SANDBOX_SENDER || known.has(`${one.text.account} ${one.text.sender}`) ? good : bad).push(one)
    if (good.length === 0) return bad
    const createdAt = clock.now()
    await db
      .insert(carrierTexts)
      .values(good.map(({ text: { notices: _, ...text } }) => ({ ...text, direction: 'out' as const, createdAt })))
    const told = good.flatMap(({ text: { account, notices } }) =>
      notices.map(({ url, params, due }) => ({
        account,
        url,
        params: { AccountSid: account, ApiVersion: '2010-04-01', ...params },
        dueAt: new Date(due),
      })),
    )
    await db.insert(carrierCallbacks).values(told)
    return bad
  })
  const refused = new Set(strangers)
  for (const one of posted)
    if (refused.has(one))
      one.fail(new CarrierRefused(`The number ${one.text.sender} is not one of this account`, '21606'))
    else one.done()
}
