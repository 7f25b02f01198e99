import { randomUUID as id } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { aSendingChurch, mailbox } from '#testing/campaigns.ts'
import { aUser, clientFor } from '#testing/church.ts'
import { aFlock, atNoon, noon, pass, query, textsTo } from '#testing/flock.ts'
import { UNDO_MS } from '../../rules/states.ts'

afterEach(() => clock.reset())
const words = { body: 'See you', topic: 'newsletter', audience: { ...emptyAudience, everybody: true } }

test('a suspended account’s texts and mails stand still and lose nobody; once it is lifted they go on', async () => {
  const church = await aSendingChurch()
  await atNoon(church)
  const [ann] = await aFlock(church, ['Ann'])
  const [reader] = await church.readers(1)
  const admin = clientFor((await aUser({ admin: true })).caller()).operator
  const [now, later] = [id(), id()]
  // In the night it waits in the outbox; another is planned, and a mail too.
  clock.advance(hours(11))
  await church.staff.smsCampaigns.send({ id: now, ...words })
  await pass(church, UNDO_MS + 1)
  expect(await textsTo(church, ann!)).toMatchObject([{ state: 'queued' }])
  const at = noon.plus({ days: 1 }).toFormat("yyyy-MM-dd'T'HH:mm")
  await church.staff.smsCampaigns.schedule({ id: later, ...words, mode: 'instant', at, anyway: true })
  const mail = await church.aDraft()
  await church.staff.emailCampaigns.schedule({
    id: mail.id,
    version: mail.version,
    at: noon.plus({ days: 1 }).toJSDate(),
  })
  await admin.suspend({ id: church.id, reason: 'A complaint' })
  await church.settle()
  await pass(church, hours(14))
  const paused = { state: 'paused', problem: expect.stringContaining('send messages right now') }
  const all = () =>
    query(
      `select state, problem from sms_campaigns where client_id = $1 union all
        select state, problem from email_campaigns where client_id = $1`,
      church.id,
    )
  expect(await all()).toEqual([paused, paused, paused])
  expect(await textsTo(church, ann!)).toMatchObject([{ state: 'held' }])
  await admin.unsuspend({ id: church.id })
  for (const one of [now, later]) await church.staff.smsCampaigns.resume({ id: one })
  await church.staff.emailCampaigns.resume({ id: mail.id })
  await church.settle()
  await pass(church, 1_000)
  expect(await textsTo(church, ann!)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  expect(await mailbox(reader!)).toMatchObject([{ state: 'delivered' }])
  expect(await all()).toEqual(Array(3).fill({ state: 'sent', problem: null }))
})
