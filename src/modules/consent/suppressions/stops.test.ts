import { expect, test } from 'vitest'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import { newEmail } from '#testing/sign-in.ts'
import { suppress, unsubscribe } from '../service.ts'

let n = 100
const aNumber = () => `+1512555${String(n++).padStart(4, '0')}`

test('an opt-out heard by text shows where staff look, with how it came about and none of its words', async () => {
  const church = await aChurch()
  const number = aNumber()
  const { id: personId } = await church.staff.people.create({
    firstName: 'Ann',
    points: [{ kind: 'phone', value: number }],
  })
  const says = async (text: string) => {
    const said = {
      channel: 'sms' as const,
      from: number,
      to: '',
      text,
      provider: 'test',
      providerId: crypto.randomUUID(),
    }
    await church.inside(ctx => receiveMessage(ctx, said))
    await church.settle()
  }
  const shown = async () => (await church.staff.suppressions.of({ personId })).items
  expect(await shown()).toEqual([])
  await says('STOP')
  expect(await shown()).toEqual([
    {
      value: number,
      channel: 'sms',
      topic: '',
      topicName: '',
      reason: 'stop',
      source: 'reply',
      how: 'By replying STOP',
      at: expect.any(Date),
      canLift: false,
    },
  ])
  // Staff can't undo what the person said themselves; they can.
  await expect(
    church.admin.suppressions.lift({ personId, value: number, channel: 'sms', why: 'They may want it' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await shown()).toHaveLength(1)
  await says('START')
  expect(await shown()).toEqual([])
})

test('so do bounces, complaints, unsubscribes and what staff recorded, each on its own line', async () => {
  const church = await aChurch()
  const [email, number] = [newEmail(), aNumber()]
  const { id: personId } = await church.staff.people.create({
    firstName: 'Ben',
    points: [
      { kind: 'email', value: email },
      { kind: 'phone', value: number },
    ],
  })
  await church.inside(async ctx => {
    const row = { value: email, channel: 'email' as const, source: 'provider' }
    await suppress(ctx, [
      { ...row, reason: 'hard_bounce' },
      { ...row, reason: 'complaint' },
    ])
    await suppress(ctx, [{ value: number, channel: 'sms', reason: 'stop', source: 'carrier' }])
    await unsubscribe(ctx, email, { topic: '', channel: 'email', source: 'link' })
    // One topic alone is listed too, with its topic.
    await unsubscribe(ctx, email, { topic: 'youth', channel: 'email', source: 'link' })
  })
  await church.staff.suppressions.add({ personId, value: email, channel: 'email', how: 'At the door' })
  const { items } = await church.staff.suppressions.of({ personId })
  expect(items.filter(one => one.topic).map(one => one.topicName)).toEqual(['youth'])
  expect(items.map(({ how, canLift }) => `${how} ${canLift}`).sort()).toEqual([
    'At the door true',
    'Email bounced: the address does not exist false',
    'Marked an email as spam false',
    'Reported by the phone company false',
    'Unsubscribed false',
    'Unsubscribed false',
  ])
})
