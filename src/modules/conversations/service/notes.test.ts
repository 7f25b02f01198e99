import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Change, listen, startRealtime, stopRealtime } from '#kernel/realtime.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { readPresence } from '../rules/presence.ts'

test('a colleague who is mentioned hears of it once, by bell and by mail; one who may not read it is refused', async () => {
  const church = await aChurch()
  const { id: personId } = await church.staff.people.create({ firstName: 'Ann', lastName: 'Miller' })
  const { id } = await church.staff.conversations.start({ personId })
  const { pastor, viewer } = church.people
  const key = randomUUID()
  const write = (mentions: string[]) =>
    church.staff.conversations.note({ id, text: 'Could you call her?', key, mentions })
  const foreign = (await aChurch('Hope Chapel')).people.staff.id
  for (const wrong of [viewer.id, randomUUID(), foreign])
    await expect(write([pastor.id, wrong])).rejects.toMatchObject({ data: { issues: [{ path: ['mentions'] }] } })
  expect((await church.staff.conversations.items({ id })).items).toEqual([])
  await Promise.all([write([pastor.id]), write([pastor.id])])
  const { items } = await church.pastor.notifications.list({})
  expect(items).toMatchObject([
    {
      title: 'staff of Grace Community Church mentions you',
      body: 'Ann Miller: Could you call her?',
      href: `/conversations?c=${id}`,
    },
  ])
  const mails = async () =>
    (
      await (
        await testHouse()
      ).owner.query(`select recipient from messages where kind = 'mention' and client_id = $1`, [church.id])
    ).rows
  expect(await mails()).toEqual([{ recipient: pastor.email }])
  await church.pastor.notifications.prefer({ type: 'mention', mail: false })
  await church.staff.conversations.note({ id, text: 'And again', key: randomUUID(), mentions: [pastor.id] })
  expect(await mails()).toHaveLength(1)
})

test('who writes is known to colleagues for the moment, and stands nowhere', async () => {
  const church = await aChurch()
  const { id: personId } = await church.staff.people.create({ firstName: 'Ann' })
  const { id } = await church.staff.conversations.start({ personId })
  await startRealtime()
  const heard: Change[] = []
  const stop = listen(church.id, changes => heard.push(...changes))
  await church.staff.conversations.presence({ id, on: true })
  const news = () => heard.filter(({ topic }) => topic === 'presence').flatMap(({ ids }) => ids.map(readPresence))
  await expect.poll(news).toEqual([{ conversationId: id, userId: church.people.staff.id, on: true }])
  stop()
  await stopRealtime()
})
