import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch, aUser, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { acknowledgement, officeIsOpen } from './rules.ts'

afterEach(() => clock.reset())

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
/** Someone with a browser of their own, at an address of their own. */
function aVisitor(ip = randomUUID()) {
  const { supportChat } = clientFor({ ...nobody(), ip })
  const token = hex(32)
  return {
    token,
    send: (text: string, more: { key?: string; email?: string } = {}) =>
      supportChat.send({ form: 'site', token, key: hex(16), page: '/pricing', text, ...more }),
    read: () => supportChat.read({ form: 'site', token }),
    leaveEmail: (email: string) => supportChat.leaveEmail({ form: 'site', token, email }),
  }
}
const anOperator = async () => (await aUser({ name: 'Olga Operator', admin: true })).client.supportInbox
const wordsOf = ({ messages }: { messages: { author: string; text: string }[] }) =>
  messages.map(({ author, text }) => `${author}: ${text}`)
const mailsTo = async (email: string) => {
  const { owner } = await testHouse()
  return (await owner.query('select subject, body_text from messages where recipient = $1', [email])).rows
}

test('a message is stored and acknowledged, staff answer, the visitor sees it and has it by mail', async () => {
  const desk = await anOperator()
  const [pat, email] = [aVisitor(), `${randomUUID()}@example.org`]
  expect(await pat.read()).toMatchObject({ state: null, email: null, messages: [] })
  const first = await pat.send('Do you have a plan for two campuses?')
  expect(first.messages.map(message => message.author)).toEqual(['visitor', 'bot'])
  expect(first.messages[1]!.text).toContain('Monday-Friday 9:00-5:00 EST')
  expect((await pat.leaveEmail(email)).email).toBe(email)
  const { items } = await desk.list({ q: 'two campuses' })
  expect(items).toMatchObject([{ email, unread: 1, state: 'open', page: '/pricing', lastAuthor: 'visitor' }])
  const { id } = items[0]!
  await desk.seen({ id })
  expect((await desk.get({ id })).unread).toBe(0)
  await desk.reply({ id, key: hex(16), text: 'Yes: Enterprise.' })
  const last = (await pat.read()).messages.at(-1)
  expect(last).toMatchObject({ author: 'staff', name: 'Olga Operator', text: 'Yes: Enterprise.' })
  await runWaitingJobs()
  expect(await mailsTo(email)).toEqual([
    { subject: 'Your question has an answer', body_text: expect.stringContaining('Yes: Enterprise.') },
  ])
})

test('the list is a file as well, as it is narrowed', async () => {
  const desk = await anOperator()
  const word = hex(8)
  await aVisitor().send(`=${word} for one campus`)
  await aVisitor().send(`${word}, and more`)
  const { csv } = await desk.export({ q: word })
  expect(csv.trim().split('\r\n')).toHaveLength(3)
  expect(csv).toContain(`"${word}, and more"`)
  expect(csv).toContain(`'=${word} for one campus`)
  expect((await desk.export({ q: word, state: 'closed' })).csv.trim().split('\r\n')).toHaveLength(1)
})

test('without an address nothing is mailed', async () => {
  const desk = await anOperator()
  const pat = aVisitor()
  await pat.send('quietly')
  const [conversation] = (await desk.list({ q: 'quietly' })).items
  await desk.reply({ id: conversation!.id, key: hex(16), text: 'Hello' })
  const { owner } = await testHouse()
  const { rows } = await owner.query(`select 1 from messages where kind = 'chat-reply' and body_text like '%quietly%'`)
  expect(rows).toEqual([])
})

test('what is sent twice, even at once, is stored once; a reply leaves once', async () => {
  const desk = await anOperator()
  const [pat, key, email] = [aVisitor(), hex(16), `${randomUUID()}@example.org`]
  await Promise.all([1, 2, 3].map(() => pat.send('Only once', { key, email })))
  expect((await pat.send('Only once', { key })).messages.map(message => message.author)).toEqual(['visitor', 'bot'])
  const { items } = await desk.list({ q: email })
  expect(items).toMatchObject([{ unread: 1 }])
  const answer = { id: items[0]!.id, key: hex(16), text: 'And an answer' }
  await Promise.all([desk.reply(answer), desk.reply(answer)])
  expect((await pat.read()).messages).toHaveLength(3)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('it is acknowledged again after half a day of silence, not sooner', async () => {
  const pat = aVisitor()
  await pat.send('one')
  expect((await pat.send('two')).messages.map(message => message.author)).toEqual(['visitor', 'bot', 'visitor'])
  clock.advance(hours(13))
  expect((await pat.send('three')).messages.at(-1)!.author).toBe('bot')
})

test('a closed conversation opens again when its visitor writes', async () => {
  const desk = await anOperator()
  const pat = aVisitor()
  await pat.send('closing time')
  const { id } = (await desk.list({ q: 'closing time' })).items[0]!
  await desk.setState({ id, state: 'closed' })
  expect((await pat.read()).state).toBe('closed')
  expect((await desk.list({ q: 'closing time', state: 'open' })).items).toEqual([])
  expect((await pat.send('one more thing')).state).toBe('open')
})

test('empty, blank and endless messages and bad addresses are refused, and nothing is stored', async () => {
  const pat = aVisitor()
  for (const text of ['', '   \n ', 'x'.repeat(2_001)])
    await expect(pat.send(text), text.slice(0, 5)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(pat.send('hello', { email: 'pat@' })).rejects.toMatchObject({
    data: { issues: [expect.objectContaining({ path: ['email'], message: 'Email is invalid' })] },
  })
  expect((await pat.read()).state).toBeNull()
  await expect(pat.leaveEmail('pat@example.org')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('one conversation may have ten messages a minute, and what is refused is not kept', async () => {
  const busy = aVisitor()
  for (let i = 0; i < 10; i++) await busy.send(`message ${i}`)
  await expect(busy.send('one too many')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(wordsOf(await busy.read())).not.toContain('visitor: one too many')
  await aVisitor().send('someone else is heard')
})

test('in a lobby or behind a phone company nobody’s first or second message is refused because of the others', async () => {
  const ip = randomUUID()
  const visitors = Array.from({ length: 70 }, () => aVisitor(ip))
  for (const visitor of visitors) await visitor.send('hello')
  for (const visitor of visitors) await visitor.send('are you there?')
  expect((await visitors.at(-1)!.read()).messages.length).toBeGreaterThan(1)
})

test('a conversation is read by its own secret alone, and never by a church', async () => {
  const [pat, church] = [aVisitor(), await aChurch()]
  await pat.send('between us')
  expect((await aVisitor().read()).messages).toEqual([])
  await expect(church.owner.supportInbox.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { owner } = await testHouse()
  const { rows } = await owner.query(`select token_hash from support_conversations where last_text = 'between us'`)
  expect(rows[0].token_hash).not.toContain(pat.token)
})

test('HTML is text', async () => {
  const pat = aVisitor()
  const bad = '<img src=x onerror=alert(1)>'
  expect(wordsOf(await pat.send(bad))[0]).toBe(`visitor: ${bad}`)
})

test('the office is open Monday to Friday from nine to five in New York, on both sides of a clock change', () => {
  const open = (iso: string) => officeIsOpen(new Date(iso))
  expect(open('2026-11-20T14:00:00Z')).toBe(true) // 9:00 in winter
  expect(open('2026-11-20T13:59:00Z')).toBe(false)
  expect(open('2026-07-17T13:00:00Z')).toBe(true) // 9:00 in summer
  expect(open('2026-11-20T22:00:00Z')).toBe(false) // 5:00 pm
  expect(open('2026-11-21T15:00:00Z')).toBe(false) // Saturday
  expect(acknowledgement(new Date('2026-11-21T15:00:00Z'), null)).toContain('opens on Monday at 9:00')
  expect(acknowledgement(new Date('2026-11-20T12:00:00Z'), null)).toContain('opens today at 9:00')
  expect(acknowledgement(new Date('2026-11-20T15:00:00Z'), 'pat@example.org')).toContain(
    'email the answer to pat@example.org',
  )
})

test('the number of a card is hidden but for its last four digits, in what is stored and in what is shown', async () => {
  const desk = await anOperator()
  const [pat, word] = [aVisitor(), hex(8)]
  const thread = await pat.send(`${word} my card is 4242\n4242\n4242\n4242, exp 12/30`)
  expect(wordsOf(thread)[0]).toBe(`visitor: ${word} my card is •••• 4242, exp 12/30`)
  const { items } = await desk.list({ q: word })
  expect(items[0]!.lastText).toBe(`${word} my card is •••• 4242, exp 12/30`)
  const answer = { id: items[0]!.id, key: hex(16), text: 'Is it 4242 4242 4242 4242?' }
  await expect(desk.reply(answer)).rejects.toMatchObject({ data: { issues: [{ path: ['text'] }] } })
})
