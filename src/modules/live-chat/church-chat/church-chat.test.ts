import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import { enqueue, runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newsForVisitor } from '../service/visitor.ts'
import { framers, hostOf, PRIVACY, signsOf, WELCOME } from './rules.ts'
import { passFor } from './service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
afterEach(() => clock.reset())

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const settings = {
  enabled: true,
  welcome: WELCOME,
  hours: 'We answer Tue–Fri 9–17',
  ask: 'both' as const,
  privacy: PRIVACY,
  domains: ['grace.org'],
}

/** A church whose chat is open. */
async function aChatting(name?: string) {
  const church = await aChurch(name)
  const { slug } = await church.owner.churchChat.change({ ...settings, version: 0 })
  return { church, slug }
}

/** Someone at its window, long enough to have read the welcome. */
function aVisitor(form: string, { ip = randomUUID(), pass = passFor(form) } = {}) {
  const { supportChat } = clientFor({ ...nobody(), ip })
  const mine = { form, token: hex(32) }
  return {
    ...mine,
    send: (text: string, more: { name?: string; email?: string; website?: string; key?: string } = {}) => {
      clock.advance(seconds(3))
      return supportChat.send({ ...mine, key: hex(16), page: '/', pass, text, ...more })
    },
    read: (here = false) => supportChat.read({ ...mine, here }),
    signal: (state: 'writing' | 'still' | 'gone') => supportChat.signal({ ...mine, state }),
    end: (transcript = false) => supportChat.end({ ...mine, transcript }),
    leaveEmail: (email: string) => supportChat.leaveEmail({ ...mine, email }),
  }
}

const threads = async (church: Church) => (await church.staff.conversations.list({})).items
const answer = (church: Church, id: string, text: string) =>
  church.staff.conversations.send({ id, channel: 'chat', text, key: randomUUID() })
const mailsTo = async (church: Church, email: string) => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select id, subject, body_text as text from messages where client_id = $1 and recipient = $2 and direction = 'out' order by id`,
    [church.id, email],
  )
  return rows
}
const later = async (ms: number) => {
  clock.advance(ms)
  await runWaitingJobs()
}

test('what a visitor asks is a thread of the church; an answer they see is not mailed, one they don’t is, once, and the reply comes back', async () => {
  const { church, slug } = await aChatting()
  const [vera, email] = [aVisitor(slug), `${randomUUID()}@example.org`]
  const first = await vera.send('When is the picnic?', { name: 'Vera Quill', email })
  expect(first.messages.at(-1)).toMatchObject({ author: 'bot', text: expect.stringContaining(email) })
  expect(first.messages.at(-1)!.text).toContain('We answer Tue–Fri 9–17. If you have left')
  await runWaitingJobs()
  const [thread] = await threads(church)
  expect(thread).toMatchObject({ name: 'Vera Quill', personId: null, channel: 'chat', unread: 1 })
  const { id } = thread!
  const get = () => church.staff.conversations.get({ id })
  expect((await get()).visitor).toEqual({
    here: true,
    email,
    says: `Vera Quill, ${email}`,
    noMail: false,
    mailed: 'unseen',
  })

  await answer(church, id, 'On Saturday.')
  await runWaitingJobs()
  expect((await vera.read(true)).messages.at(-1)).toMatchObject({ author: 'staff', text: 'On Saturday.' })
  await later(minutes(3))
  expect(await mailsTo(church, email)).toEqual([])

  await vera.signal('gone')
  expect((await get()).visitor).toMatchObject({ here: false })
  await answer(church, id, 'At noon.')
  await answer(church, id, 'Bring a cake.')
  await later(minutes(1))
  expect(await mailsTo(church, email)).toEqual([])
  await later(minutes(2))
  await later(minutes(5))
  const mails = await mailsTo(church, email)
  expect(mails).toHaveLength(1)
  expect(mails[0].text).toMatch(/At noon\.[\s\S]*Bring a cake\.[\s\S]*You wrote: When is the picnic\?[\s\S]*\/chat\//)
  expect(mails[0].text).not.toContain('On Saturday.')

  await church.inside(ctx =>
    receiveMessage(ctx, {
      channel: 'email',
      from: email,
      to: 'us@example.org',
      subject: 'Re:',
      text: 'I will.',
      answersId: mails[0].id,
      provider: 'test',
      providerId: randomUUID(),
    }),
  )
  await runWaitingJobs()
  expect(await threads(church)).toMatchObject([{ id, channel: 'email', preview: 'I will.', unread: 2 }])
  expect((await get()).visitor).toMatchObject({ says: null })
  const { items } = await church.staff.conversations.items({ id })
  expect(items.map(({ text, channel, state }) => [text, channel, state === null ? null : 'mailed'])).toEqual([
    ['I will.', 'email', 'mailed'],
    ['Bring a cake.', 'chat', 'mailed'],
    ['At noon.', 'chat', null],
    ['On Saturday.', 'chat', null],
    ['When is the picnic?', 'chat', null],
  ])
})

test('a line is in its thread with the request that sends it, an answer in the window with its own, stored once', async () => {
  const { church, slug } = await aChatting()
  const vera = aVisitor(slug)
  await vera.send('Is there a nursery?', { name: 'Vera Quill' })
  const [thread] = await threads(church)
  expect(thread).toMatchObject({ name: 'Vera Quill', preview: 'Is there a nursery?' })
  await answer(church, thread!.id, 'Yes, for both services.')
  const said = async () => (await vera.read()).messages.filter(({ author }) => author !== 'bot')
  expect((await said()).map(({ text }) => text)).toEqual(['Is there a nursery?', 'Yes, for both services.'])
  await runWaitingJobs()
  expect(await said()).toHaveLength(2)
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select c.unread, c.last_text, count(m.*) filter (where m.author = 'staff') as copies from support_conversations c
      join support_messages m on m.conversation_id = c.id where c.client_id = $1 group by c.client_id, c.id, c.unread, c.last_text`,
    [church.id],
  )
  expect(rows).toEqual([{ unread: 0, last_text: 'Yes, for both services.', copies: '0' }])
})

test('lines that an earlier version left in its queue are filed in their order, and none twice', async () => {
  const { church, slug } = await aChatting()
  const vera = aVisitor(slug)
  await vera.send('One')
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `insert into support_messages (client_id, conversation_id, author, text, key)
      select client_id, id, 'visitor', text, text from support_conversations, unnest(array['Two', 'Three']) text
      where client_id = $1 returning id`,
    [church.id],
  )
  const queue = { queue: 'site.chat-filed', payload: z.object({ messageId: z.uuid() }), options: {} }
  await church.inside(async ctx => {
    for (const { id } of rows) await enqueue(ctx, queue, { messageId: id })
  })
  await runWaitingJobs()
  const [thread] = await threads(church)
  const { items } = await church.staff.conversations.items({ id: thread!.id })
  expect(items.map(({ text }) => text)).toEqual(['Three', 'Two', 'One'])
})

test('a visitor whose person is in the trash is heard all the same, and their lines are filed once the person is back', async () => {
  const { church, slug } = await aChatting()
  const email = `${randomUUID()}@example.org`
  const points = [{ kind: 'email' as const, value: email }]
  const { id } = await church.staff.people.create({ firstName: 'Vera', lastName: 'Quill', points })
  const vera = aVisitor(slug)
  await vera.send('Hello', { name: 'Vera Quill', email })
  await church.owner.people.trash({ selection: { ids: [id] } })
  expect((await vera.send('Are you there?')).messages.at(-1)).toMatchObject({ text: 'Are you there?' })
  await church.owner.people.restore({ selection: { ids: [id] } })
  await runWaitingJobs()
  const [thread] = await threads(church)
  expect(thread).toMatchObject({ personId: id, preview: 'Are you there?', unread: 2 })
})

test('name and address together find a person; one of them alone asks who it is', async () => {
  const { church, slug } = await aChatting()
  const email = `${randomUUID()}@example.org`
  const robert = await church.staff.people.create({
    firstName: 'Robert',
    lastName: 'Miller',
    points: [{ kind: 'email', value: email }],
  })
  await aVisitor(slug).send('It is me', { name: 'Bob Miller', email })
  await aVisitor(slug).send('His wife', { name: 'Susan Miller', email })
  await aVisitor(slug).send('No name', { email })
  await aVisitor(slug).send('No address', { name: 'Bob Miller' })
  await runWaitingJobs()
  const all = await threads(church)
  expect(all).toHaveLength(4)
  const bob = all.find(one => one.preview === 'It is me')!
  expect(bob).toMatchObject({ personId: robert.id, name: 'Robert Miller' })
  const shown = async (preview: string) =>
    church.staff.conversations.get({ id: all.find(one => one.preview === preview)!.id })
  expect((await shown('It is me')).visitor).toMatchObject({ says: `Bob Miller, ${email}` })
  expect(await shown('His wife')).toMatchObject({ personId: null, candidates: [{ id: robert.id }] })
  expect((await shown('No address')).candidates).toEqual([])
})

test('what may be a machine’s is held back, shown, let in or thrown away; nothing is lost and nobody else sees it', async () => {
  const [{ church, slug }, { church: other }] = [await aChatting(), await aChatting()]
  await aVisitor(slug).send('Buy', { website: 'https://spam.example' })
  await aVisitor(slug, { pass: 'made up' }).send('Posted by hand')
  const links = aVisitor(slug)
  await links.send('See http://a.example http://b.example www.c.example')
  await links.send('And this')
  await runWaitingJobs()
  expect(await threads(church)).toEqual([])
  const { items } = await church.staff.churchChat.held({})
  expect(items.map(({ text, why }) => [text, why])).toEqual([
    ['And this', ['sent several links at once']],
    ['Posted by hand', ['did not come from the chat window']],
    ['Buy', ['filled in a hidden field']],
  ])
  const [real, , spam] = items
  for (const verb of ['release', 'discard'] as const)
    await expect(other.staff.churchChat[verb]({ id: real!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await church.staff.churchChat.release({ id: real!.id })
  await church.staff.churchChat.discard({ id: spam!.id })
  await expect(church.staff.churchChat.release({ id: real!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await runWaitingJobs()
  const [thread] = await threads(church)
  expect((await church.staff.conversations.items({ id: thread!.id })).items.map(one => one.text)).toEqual([
    'And this',
    'See http://a.example http://b.example www.c.example',
  ])
  expect((await church.staff.churchChat.read({})).held).toBe(1)
  expect((await links.read()).messages).toHaveLength(3)
})

test('STOP in a chat ends its mails, and START begins them again; newsletters are another matter', async () => {
  const { church, slug } = await aChatting()
  const [vera, email] = [aVisitor(slug), `${randomUUID()}@example.org`]
  await vera.send('Hello', { name: 'Vera', email })
  await vera.send('STOP')
  await runWaitingJobs()
  const [thread] = await threads(church)
  const { id } = thread!
  expect((await church.staff.conversations.get({ id })).visitor).toMatchObject({ noMail: true, mailed: 'never' })
  await vera.signal('gone')
  await answer(church, id, 'As you wish.')
  await later(minutes(3))
  expect(await mailsTo(church, email)).toEqual([])
  await vera.send('start')
  await runWaitingJobs()
  await vera.signal('gone')
  await answer(church, id, 'Here we are.')
  await later(minutes(3))
  expect(await mailsTo(church, email)).toHaveLength(1)
})

test('a visitor who ends it gets it by email if one of us had answered; it opens again when they write', async () => {
  const { church, slug } = await aChatting()
  const [vera, email] = [aVisitor(slug), `${randomUUID()}@example.org`]
  await vera.send('Hello', { email })
  await runWaitingJobs()
  expect(await vera.end(true)).toMatchObject({ state: 'closed', mailed: false })
  const [thread] = await threads(church)
  await answer(church, thread!.id, 'Good morning.')
  await runWaitingJobs()
  expect(await vera.end(true)).toMatchObject({ mailed: true })
  expect((await vera.end(true)).messages).toHaveLength(3)
  const mails = await mailsTo(church, email)
  expect(mails).toMatchObject([{ subject: 'Your chat with Grace Community Church' }])
  expect(mails[0].text).toMatch(/You: Hello[\s\S]*Good morning\./)
  expect((await vera.send('One more')).state).toBe('open')
})

test('settings: one writer wins, bad sites are refused at their field, staff may look but not change', async () => {
  const { church, slug } = await aChatting()
  const { version, ...kept } = await church.staff.churchChat.read({})
  expect(kept).toMatchObject({ ...settings, slug, held: 0 })
  await expect(church.staff.churchChat.change({ ...settings, version })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(church.owner.churchChat.change({ ...settings, version: 0 })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(
    church.owner.churchChat.change({ ...settings, version, domains: ['javascript:alert(1)'] }),
  ).rejects.toMatchObject({ data: { issues: [expect.objectContaining({ path: ['domains', 0] })] } })
  // Everyone's pages are below it.
  await expect(
    church.owner.churchChat.change({ ...settings, version, domains: ['grace.org', '*.co.uk'] }),
  ).rejects.toMatchObject({ data: { issues: [expect.objectContaining({ path: ['domains', 1] })] } })
  const changed = await church.owner.churchChat.change({
    ...settings,
    version,
    enabled: false,
    domains: ['https://www.Grace.org/about', 'www.grace.org'],
  })
  expect(changed.domains).toEqual(['www.grace.org'])
  await expect(aVisitor(slug).send('Anyone?')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a suspended church’s chat says so, and keeps nothing', async () => {
  const { church, slug } = await aChatting('Resting Chapel')
  const { owner } = await testHouse()
  await owner.query(`update clients set access = 'suspended' where id = $1`, [church.id])
  await expect(aVisitor(slug).send('Hello?')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('Resting Chapel is not answering chats right now'),
  })
})

test('one church’s secret opens nothing at another; limits are each conversation’s own', async () => {
  const [{ slug }, { slug: other }] = [await aChatting(), await aChatting()]
  const vera = aVisitor(slug)
  await vera.send('Between us')
  const { supportChat } = clientFor({ ...nobody(), ip: randomUUID() })
  expect((await supportChat.read({ form: other, token: vera.token })).messages).toEqual([])
  const busy = clientFor({ ...nobody(), ip: randomUUID() }).supportChat
  const say = () => busy.send({ form: slug, token: vera.token, key: hex(16), page: '/', text: 'and more' })
  for (let i = 0; i < 9; i++) await say()
  await expect(say()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await aVisitor(slug).send('someone else is heard')
})

test('after thirty conversations of one device the next is held for the staff to look at, and is answered as usual', async () => {
  const { church, slug } = await aChatting()
  const ip = randomUUID()
  for (let i = 0; i < 30; i++) await aVisitor(slug, { ip }).send('Hello')
  expect((await church.staff.churchChat.held({})).items).toEqual([])
  const last = await aVisitor(slug, { ip }).send('Hello from the lobby')
  expect(last.messages.map(({ author }) => author)).toEqual(['visitor', 'bot'])
  expect((await church.staff.churchChat.held({})).items).toHaveLength(1)
})

test.each([
  ['https://www.Grace.org/about', 'www.grace.org'],
  ['grace.org', 'grace.org'],
  ['*.grace.org', '*.grace.org'],
  ['localhost:5173', 'localhost:5173'],
  ['http://127.0.0.1:8080/x', '127.0.0.1:8080'],
  ["grace.org; script-src 'none'", undefined],
  ['javascript:alert(1)', undefined],
  ['grace', undefined],
  ['', undefined],
])('%s is the site %s', (text, host) => expect(hostOf(text)).toBe(host))

test('who may frame it, and what looks like a machine', () => {
  expect(framers([])).toBe("'none'")
  expect(framers(['www.grace.org', '*.hope.org'])).toBe('www.grace.org grace.org *.hope.org')
  expect(signsOf({ text: 'Hello', seen: [] })).toEqual([])
  expect(signsOf({ text: 'www.a.b www.a.b www.a.b', seen: ['honeypot', 'fast', 'many'] })).toEqual([
    'trap',
    'fast',
    'many',
    'links',
  ])
})

test('a window hears that there is news or that staff are writing, in its own chat alone', () => {
  const [chat, thread] = [randomUUID(), randomUUID()]
  const hears = (topic: string, ids: string[]) => newsForVisitor([{ topic, ids }], chat, thread)
  expect(hears('support-chat', [chat])).toEqual(['news'])
  expect(hears('support-chat', [randomUUID()])).toEqual([])
  expect(hears('presence', [`${thread} ${randomUUID()} on`])).toEqual(['writing'])
  expect(hears('presence', [`${thread} visitor on`, `${randomUUID()} ${randomUUID()} on`])).toEqual([])
  expect(hears('people', [chat])).toEqual([])
  expect(newsForVisitor([{ topic: 'presence', ids: ['nonsense'] }], chat, undefined)).toEqual([])
})

test('a line with a sign of danger is answered by the fixed words, and its thread is confidential', async () => {
  const { church, slug } = await aChatting()
  const thread = await aVisitor(slug).send('my uncle touches me at night and I am scared')
  expect(JSON.stringify(thread.messages)).toContain('please call 911')
  await church.settle()
  const [alert] = (await church.staff.crisis.list({})).items
  expect(alert).toMatchObject({ source: 'chat', state: 'open' })
  await church.staff.crisis.take({ id: alert!.id })
  const { text, href } = await church.staff.crisis.words({ id: alert!.id })
  expect(text).toContain('my uncle')
  const id = /c=(.+)$/.exec(href!)![1]!
  await expect(church.staff.conversations.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await church.pastor.conversations.get({ id })).toMatchObject({ confidential: true })
})
