import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

const NUMBER = '+15125550143'

test('a confidential conversation leaves the shared inbox and every list; who reads it leaves a trace', async () => {
  const church = await aChurch()
  const { staff, pastor } = church
  await staff.people.create({ firstName: 'Ann', points: [{ kind: 'phone', value: NUMBER }] })
  const writes = async (text: string) => {
    const inbound = { channel: 'sms' as const, from: NUMBER, to: 'x', text, provider: 'test' }
    await church.inside(ctx => receiveMessage(ctx, { ...inbound, providerId: randomUUID() }))
    await runWaitingJobs()
  }
  await writes('My marriage is breaking')
  const [thread] = (await staff.conversations.list({})).items
  const { id, version } = thread!
  const move = { id, version, confidential: true }
  await expect(staff.conversations.setConfidential(move)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await pastor.conversations.setConfidential(move)
  await writes('Please do not tell anyone')

  for (const work of [
    () => staff.conversations.get({ id }),
    () => staff.conversations.items({ id }),
    () => staff.conversations.send({ id, channel: 'sms', text: 'x', key: randomUUID() }),
    () => staff.conversations.note({ id, text: 'x', key: randomUUID() }),
  ])
    await expect(work()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const search = { search: 'marriage', inMessages: true, status: 'all' as const }
  for (const filter of [{}, { confidential: true }, search, { ...search, confidential: true }])
    expect((await staff.conversations.list(filter)).items).toEqual([])
  expect(JSON.stringify([await staff.outbox.list({}), await staff.texts.list({})])).not.toMatch(/marriage|anybody/)
  expect(await staff.conversations.counts({})).toEqual({ open: 0, unread: 0, waiting: 0 })

  expect((await pastor.conversations.list({})).items).toEqual([])
  expect((await pastor.conversations.list({ confidential: true })).items).toMatchObject([{ id, confidential: true }])
  for (let i = 0; i < 3; i++) await pastor.conversations.items({ id })
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select actor->>'userId' as "userId" from audit_log where client_id = $1 and table_name = 'conversation_openings'`,
    [church.id],
  )
  expect(rows).toEqual([{ userId: church.people.pastor.id }])

  const { version: now } = await pastor.conversations.get({ id })
  await pastor.conversations.setConfidential({ id, version: now, confidential: false })
  expect((await staff.conversations.items({ id })).items).toHaveLength(2)
})

test('all threads of a household read as one; a confidential one of them stays with those who may read it', async () => {
  const church = await aChurch()
  const { staff, pastor } = church
  const members: { personId: string; role: 'adult' }[] = []
  for (const [i, firstName] of ['Ann', 'Ben'].entries()) {
    const points = [{ kind: 'phone' as const, value: `+1512555010${i}` }]
    const { id: personId } = await staff.people.create({ firstName, lastName: 'Miller', points })
    members.push({ personId, role: 'adult' })
  }
  await staff.households.create({ name: 'Miller', members })
  const [ann, ben] = [
    await staff.conversations.start({ personId: members[0]!.personId }),
    await staff.conversations.start({ personId: members[1]!.personId }),
  ]
  for (const [thread, text] of [
    [ann, 'one'],
    [ben, 'two'],
    [ann, 'three'],
  ] as const)
    await staff.conversations.send({ id: thread.id, channel: 'sms', text, key: randomUUID() })
  const read = async (who: typeof staff) =>
    (await who.conversations.household({ id: ann.id })).items.map(({ text, address, conversationId }) => [
      text,
      address,
      conversationId,
    ])
  const all = [
    ['three', '+15125550100', ann.id],
    ['two', '+15125550101', ben.id],
    ['one', '+15125550100', ann.id],
  ]
  expect(await read(staff)).toEqual(all)
  expect((await staff.conversations.get({ id: ann.id })).family.map(({ name }) => name)).toEqual([
    'Ann Miller',
    'Ben Miller',
  ])
  const { version } = await pastor.conversations.get({ id: ben.id })
  await pastor.conversations.setConfidential({ id: ben.id, version, confidential: true })
  expect(await read(staff)).toEqual([all[0], all[2]])
  expect((await staff.conversations.get({ id: ann.id })).family).toEqual([])
  expect(await read(pastor)).toEqual(all)
})
