import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import { subscribe } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import type { aChurch } from './church.ts'
import { testHouse } from './house.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

let next = Math.floor(Math.random() * 400_000)
/** A number of Texas that nobody else uses. */
export const newPhone = () => `+1512${String(5_000_000 + next++)}`

/**
 * The next noon in Chicago, where these numbers sleep with their church, from Monday to Thursday: on the morning after,
 * texts leave at eight. On Sundays they wait for the end of church.
 */
export const noon = [1, 2, 3, 4]
  .map(days =>
    DateTime.now().setZone('America/Chicago').plus({ days }).set({ hour: 12, minute: 0, second: 0, millisecond: 0 }),
  )
  .find(day => day.weekday < 5)!

/** Puts the church into Chicago and the clock to that noon. */
export async function atNoon(church: Church) {
  await query(`update clients set time_zone = 'America/Chicago' where id = $1`, church.id)
  clock.advance(noon.toMillis() - clock.ms())
}

export async function query(text: string, ...values: unknown[]) {
  const { owner } = await testHouse()
  return (await owner.query(text, values)).rows
}

export const agrees = (church: Church, phone: string, topic = 'newsletter') =>
  church.inside(ctx =>
    subscribe(ctx, phone, { channel: 'sms', topic, source: 'test', wording: 'yes', reference: randomUUID() }),
  )

/** People with a number each, who opted in to texts. */
export async function aFlock(church: Church, names: string[], { groupIds }: { groupIds?: string[] } = {}) {
  const numbers: string[] = []
  for (const firstName of names) {
    const value = newPhone()
    numbers.push(value)
    await church.owner.people.create({ firstName, lastName: 'Miller', groupIds, points: [{ kind: 'phone', value }] })
    await agrees(church, value)
  }
  return numbers
}

export const textsTo = (church: Church, number: string) =>
  query(
    `select body_text as text, state, skip_reason as reason, kind from messages
      where client_id = $2 and recipient = $1 order by created_at, id`,
    number,
    church.id,
  )

export async function pass(church: Church, ms: number) {
  clock.advance(ms)
  await church.settle()
}

/** Someone texts the church. */
export async function says(church: Church, from: string, text: string, providerId: string = randomUUID()) {
  await church.inside(ctx => receiveMessage(ctx, { channel: 'sms', from, to: '', text, provider: 'test', providerId }))
  await church.settle()
}
