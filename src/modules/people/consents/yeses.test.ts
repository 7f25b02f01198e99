import { expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import { newPhone, query } from '#testing/flock.ts'
import { newEmail } from '#testing/sign-in.ts'
import { emptyAudience } from '../audience/rules/empty.ts'

const topic = 'newsletter'
const how = 'Signed card at the welcome desk, 3 May'
const at = (...path: string[]) => ({ data: { issues: [{ path }] } })

test('consent on paper is recorded with its proof, reaches, and is undone; their own opt-out is never overruled', async () => {
  const [church, other] = [await aChurch(), await aChurch('Hope')]
  const { staff, owner } = church
  const [email, phone] = [newEmail(), newPhone()]
  const points = [
    { kind: 'email' as const, value: email },
    { kind: 'phone' as const, value: phone },
  ]
  const { id: personId } = await owner.people.create({ firstName: 'Ann', lastName: 'Hill', points })
  const text = { personId, value: phone, channel: 'sms' as const, topic, how }
  const reached = async () =>
    (await staff.audience.breakdown({ audience: { ...emptyAudience, everybody: true }, channel: 'sms', topic })).reached
  expect(await reached()).toBe(0)
  await expect(staff.consents.add({ ...text, how: ' ' })).rejects.toMatchObject(at('how'))
  await expect(staff.consents.add({ ...text, topic: 'none' })).rejects.toMatchObject(at('topic'))
  await expect(staff.consents.add({ ...text, channel: 'email' })).rejects.toMatchObject(at('channel'))
  await expect(staff.consents.add({ ...text, value: newPhone() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(other.staff.consents.add(text)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const _ of [1, 2]) await staff.consents.add(text)
  await staff.consents.add({ ...text, value: email, channel: 'email' })
  expect(await reached()).toBe(1)
  const { items } = await staff.consents.of({ personId })
  expect(items).toMatchObject([
    { value: email, channel: 'email' },
    { value: phone, source: 'staff', wording: how, topicName: 'News and events', against: null },
  ])
  const rows = await query(`select evidence from consents where value = $1`, phone)
  expect(rows).toMatchObject([{ evidence: { wording: how, by: church.people.staff.id } }])
  await staff.consents.withdraw({ personId, value: phone, channel: 'sms', topic })
  expect([await reached(), (await staff.consents.of({ personId })).items.length]).toEqual([0, 1])
  await staff.consents.add(text)
  expect(await reached()).toBe(1)
  await church.inside(ctx =>
    receiveMessage(ctx, { channel: 'sms', from: phone, to: '', text: 'STOP', provider: 'test', providerId: phone }),
  )
  expect((await staff.consents.of({ personId })).items.find(one => one.channel === 'sms')).toMatchObject({
    against: 'stop',
  })
  await expect(staff.consents.add({ ...text, topic })).rejects.toMatchObject(at('value'))
})

test('many at once: one number of each; who has accepted or declined, and who has none, is left and counted', async () => {
  const church = await aChurch()
  const { staff, owner } = church
  const phones = [newPhone(), newPhone(), newPhone(), newPhone()]
  const make = (firstName: string, value?: string, more = {}) =>
    owner.people.create({
      firstName,
      lastName: 'Hill',
      points: value ? [{ kind: 'phone' as const, value }] : [],
      ...more,
    })
  const [ann, bob, cy] = phones
  for (const [name, value] of [
    ['Ann', ann],
    ['Bea', ann],
    ['Bob', bob],
    ['Cy', cy],
    ['Di', phones[3]],
    ['El'],
  ] as const)
    await make(name, value)
  const said = { topic, source: 'form', wording: 'Yes', reference: 'test' }
  await church.inside(ctx => subscribe(ctx, bob!, { ...said, channel: 'sms' }))
  const says = { channel: 'sms' as const, from: cy!, to: '', text: 'Stop please', provider: 'test', providerId: cy! }
  await church.inside(ctx => receiveMessage(ctx, says))
  const many = { selection: { filter: {} }, channel: 'sms' as const, topic, how } as never
  expect(await staff.consents.addMany(many)).toEqual({ changed: 2, already: 1, refused: 1, without: 1 })
  expect(await staff.consents.addMany(many)).toEqual({ changed: 0, already: 3, refused: 1, without: 1 })
  const audience = { ...emptyAudience, everybody: true }
  expect(await staff.audience.breakdown({ audience, channel: 'sms', topic })).toMatchObject({ reached: 3 })
  await expect(church.viewer.consents.addMany(many)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a STOP by text is listed on the person with the way it came; staff can’t lift it', async () => {
  const church = await aChurch()
  const phone = newPhone()
  const points = [{ kind: 'phone' as const, value: phone }]
  const { id: personId } = await church.owner.people.create({ firstName: 'Ann', points })
  await church.inside(ctx =>
    receiveMessage(ctx, {
      channel: 'sms',
      from: phone,
      to: '+15125550199',
      text: 'Stop - Ann',
      provider: 'test',
      providerId: phone,
    }),
  )
  const { items } = await church.staff.suppressions.of({ personId })
  expect(items).toMatchObject([{ value: phone, channel: 'sms', reason: 'stop', source: 'reply', canLift: false }])
  await expect(
    church.owner.suppressions.lift({ personId, value: phone, channel: 'sms', why: 'x' }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
