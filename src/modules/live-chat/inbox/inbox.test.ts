import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addMember } from '#clients/service.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asIdentity, operatorAccountId } from '#kernel/run.ts'
import { aUser, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

test('a visitor of the chat is a conversation of the operator account; answers cross both ways, and each stands once', async () => {
  const { owner } = await testHouse()
  const olga = await aUser({ name: 'Olga Operator', admin: true })
  const operatorId = await operatorAccountId()
  await asIdentity('test', ctx => addMember(ctx, { clientId: operatorId, userId: olga.id, role: 'staff' }))
  const inbox = clientFor(olga.caller(operatorId))
  const { supportChat } = clientFor({ ...nobody(), ip: randomUUID() })
  const [token, email, word] = [hex(32), `${randomUUID()}@example.org`, hex(6)]
  const says = async (text: string) => {
    await supportChat.send({ form: 'site', token, key: hex(16), page: '/', text, email })
    await runWaitingJobs()
  }
  await says(`${word}: two campuses?`)
  await says('And three?')
  const [thread] = (await inbox.conversations.list({ search: email })).items
  expect(thread).toMatchObject({ name: email, channel: 'chat', unread: 2, preview: 'And three?' })
  const { id } = thread!
  expect((await inbox.conversations.get({ id })).visitor).toMatchObject({ email, mailed: 'always' })
  const { items: news } = await inbox.notifications.list({})
  expect(news.filter(({ href }) => href.endsWith(id))).toMatchObject([{ body: `${word}: two campuses?` }])

  const answer = { id, channel: 'chat' as const, text: 'Yes: Enterprise.', key: randomUUID() }
  await Promise.all([inbox.conversations.send(answer), inbox.conversations.send(answer)])
  await runWaitingJobs()
  const seen = async () =>
    (await supportChat.read({ form: 'site', token })).messages.filter(({ author }) => author !== 'bot')
  expect((await seen()).at(-1)).toMatchObject({ author: 'staff', name: 'Olga Operator', text: 'Yes: Enterprise.' })
  const { rows } = await owner.query(`select body_text from messages where recipient = $1`, [email])
  expect(rows).toEqual([{ body_text: expect.stringContaining('Yes: Enterprise.') }])

  const [atDesk] = (await olga.client.supportInbox.list({ q: word })).items
  expect(atDesk).toMatchObject({ lastText: 'Yes: Enterprise.', unread: 0 })
  await olga.client.supportInbox.reply({ id: atDesk!.id, key: hex(16), text: 'From the desk' })
  await runWaitingJobs()
  const { items } = await inbox.conversations.items({ id })
  expect(items.map(({ text, direction, channel }) => [text, direction, channel])).toEqual([
    ['From the desk', 'out', 'chat'],
    ['Yes: Enterprise.', 'out', 'chat'],
    ['And three?', 'in', 'chat'],
    [`${word}: two campuses?`, 'in', 'chat'],
  ])
  expect(await seen()).toHaveLength(4)
  expect((await inbox.conversations.get({ id })).waitingSince).toBeNull()
})
