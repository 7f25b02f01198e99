import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { expired } from '#files/service.ts'
import { clock, hours, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { MOST_FILES_AN_HOUR } from '../chat/rules.ts'
import { PRIVACY, WELCOME } from '../church-chat/rules.ts'
import { passFor } from '../church-chat/service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
afterEach(() => clock.reset())

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const PNG = Buffer.from(`89504e470d0a1a0a${'00'.repeat(200)}`, 'hex')
const [PDF, GIF] = [Buffer.from('%PDF-1.7 and more'), Buffer.from('GIF89a and more bytes')]
const settings = {
  enabled: true,
  welcome: WELCOME,
  hours: '',
  ask: 'both' as const,
  version: 0,
  privacy: PRIVACY,
  domains: [],
}

/** Someone at the window of a church's chat, who comes from an address of their own. */
async function aVisitor(church: Church, { pass }: { pass?: string } = {}) {
  const { slug } = await church.owner.churchChat.read({})
  const { send } = await aServer()
  const mine = { form: slug, token: hex(32) }
  const { supportChat } = clientFor({ ...nobody(), ip: randomUUID() })
  const opened = pass ?? passFor(slug)
  return {
    bring: async (name: string, body: Uint8Array, token = mine.token) => {
      const to = `/chat/files?form=${slug}&name=${encodeURIComponent(name)}`
      const answer = await send(to, { method: 'POST', headers: { 'chat-token': token }, body: body as never })
      return { status: answer.status, ...(await answer.json()) } as { status: number; ticket: string; message: string }
    },
    open: async (id: string) => {
      const answer = await send('/chat/file', { method: 'POST', body: JSON.stringify({ ...mine, id }) })
      return [answer.status, Buffer.from(await answer.arrayBuffer())] as const
    },
    say: (text: string, files: string[], more: { key?: string; email?: string } = {}) => {
      clock.advance(seconds(3))
      return supportChat.send({ ...mine, key: hex(16), page: '/', pass: opened, text, files, ...more })
    },
    read: (here = false) => supportChat.read({ ...mine, here }),
    gone: () => supportChat.signal({ ...mine, state: 'gone' }),
  }
}

async function aChatting() {
  const church = await aChurch()
  await church.owner.churchChat.change(settings)
  return church
}

const headersOf = ({ id, people }: Church, role: 'staff' | 'volunteer' = 'staff') => ({
  authorization: `Bearer ${people[role].session.access_token}`,
  'lampstand-client': id,
})

/** The file as a member of that church gets it. */
async function asMember(church: Church, id: string, role?: 'staff' | 'volunteer') {
  const { send } = await aServer()
  const answer = await send(`/storage/v1/conversation-files/${id}`, { headers: headersOf(church, role) })
  return [answer.status, Buffer.from(await answer.arrayBuffer())] as const
}

test('files of a visitor stand in the thread for who may read it, and with them alone; ours reach them, by mail where they have gone', async () => {
  const [church, hope] = [await aChatting(), await aChatting()]
  const [vera, other] = [await aVisitor(church), await aVisitor(church)]
  const [roof, paper] = [await vera.bring('roof.png', PNG), await vera.bring('paper.pdf', PDF)]
  const key = hex(16)
  const email = `${randomUUID()}@example.org`
  await vera.say('', [roof.ticket, paper.ticket], { key, email })
  const { messages } = await vera.say('', [roof.ticket, paper.ticket], { key })
  expect(messages.filter(({ author }) => author === 'visitor')).toHaveLength(1)
  const said = messages[0]!.files
  expect(said).toMatchObject([
    { name: 'roof.png', contentType: 'image/png', size: PNG.length },
    { name: 'paper.pdf', contentType: 'application/pdf' },
  ])
  // A ticket is its visitor's, and good for one message.
  for (const [who, ticket] of [
    [other, roof.ticket],
    [vera, roof.ticket],
    [vera, 'made up'],
  ] as const)
    await expect(who.say('Again', [ticket])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'A file was not uploaded. Please add it again.',
    })
  await runWaitingJobs()
  const [thread] = (await church.staff.conversations.list({})).items
  expect(thread).toMatchObject({ preview: 'A file' })
  const { id } = thread!
  expect((await church.staff.conversations.items({ id })).items).toMatchObject([{ text: '', files: said }])
  const [picture] = said
  expect(await asMember(church, picture!.id)).toEqual([200, PNG])
  expect(await vera.open(picture!.id)).toEqual([200, PNG])
  expect((await asMember(hope, picture!.id))[0]).toBe(404)
  expect((await asMember(church, picture!.id, 'volunteer'))[0]).toBe(403)
  await other.say('Hello', [])
  expect((await other.open(picture!.id))[0]).toBe(404)

  // What staff attach stands in the visitor's window, and goes by mail once they have left.
  const { send } = await aServer()
  const plan = await send('/storage/v1/uploads?purpose=attachment&name=plan.pdf', {
    method: 'POST',
    headers: headersOf(church),
    body: PDF as never,
  }).then(answer => answer.json())
  await vera.gone()
  const answer = { id, channel: 'chat' as const, text: '', files: [plan.id], key: randomUUID() }
  const item = await church.staff.conversations.send(answer)
  expect((await church.staff.conversations.send(answer)).id).toBe(item.id)
  expect(item.files).toMatchObject([{ name: 'plan.pdf' }])
  await runWaitingJobs()
  expect((await vera.read()).messages.at(-1)).toMatchObject({ author: 'staff', files: [{ id: plan.id }] })
  expect(await vera.open(plan.id)).toEqual([200, PDF])
  clock.advance(minutes(3))
  await runWaitingJobs()
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select m.body_text as text, f.name from messages m join message_files f on f.message_id = m.id where m.recipient = $1`,
    [email],
  )
  expect(rows).toMatchObject([{ name: 'plan.pdf', text: expect.stringContaining('Attached: plan.pdf') }])
})

test('pictures and PDF by their first bytes, ten MB, three a message, twenty an hour; what is never sent goes after a day', async () => {
  const church = await aChatting()
  const vera = await aVisitor(church)
  expect(await vera.bring('page.png', Buffer.from('<html><script>alert(1)</script>'))).toMatchObject({
    status: 400,
    message: 'Please choose a PDF, or a PNG, JPEG, WebP or GIF picture.',
  })
  const large = Buffer.concat([PNG, Buffer.alloc(10 * 1_048_576)])
  expect(await vera.bring('large.png', large)).toMatchObject({ status: 413 })
  expect((await vera.bring('nobody.png', PNG, 'no token')).status).toBe(404)
  const brought = [
    await vera.bring('a.gif', GIF),
    await vera.bring('b.png', PNG),
    await vera.bring('c.png', PNG),
    await vera.bring('d.png', PNG),
  ]
  const tickets = brought.map(one => one.ticket)
  await expect(vera.say('All', tickets)).rejects.toMatchObject({ message: '3 files at most' })
  await expect(vera.say('', [])).rejects.toMatchObject({ message: 'Please write something' })
  await vera.say('Three', tickets.slice(0, 3))
  clock.advance(hours(25))
  const leaving = await church.inside(expired)
  expect(leaving).toHaveLength(1)
})

test('files of a chat that is held back are nobody’s to see until it is let in, and go with one that is deleted', async () => {
  const church = await aChatting()
  const [real, spam] = [await aVisitor(church, { pass: 'made up' }), await aVisitor(church, { pass: 'made up' })]
  const kept = []
  for (const who of [real, spam]) {
    const { messages } = await who.say('Look', [(await who.bring('roof.png', PNG)).ticket])
    kept.push(messages[0]!.files[0]!.id)
  }
  await runWaitingJobs()
  for (const id of kept) expect((await asMember(church, id))[0]).toBe(404)
  expect(await real.open(kept[0]!)).toEqual([200, PNG])
  const { items } = await church.staff.churchChat.held({})
  await church.staff.churchChat.release({ id: items[1]!.id })
  await church.staff.churchChat.discard({ id: items[0]!.id })
  await runWaitingJobs()
  expect(await asMember(church, kept[0]!)).toEqual([200, PNG])
  expect((await asMember(church, kept[1]!))[0]).toBe(404)
  clock.advance(minutes(1))
  expect(await church.inside(expired)).toEqual([kept[1]])
})

test('one address of the network brings so many files an hour', async () => {
  const church = await aChatting()
  const vera = await aVisitor(church)
  for (let i = 0; i < MOST_FILES_AN_HOUR.mine; i++) expect((await vera.bring(`${i}.gif`, GIF)).status).toBe(201)
  expect((await vera.bring('more.gif', GIF)).status).toBe(429)
  clock.advance(hours(1.01))
  expect((await vera.bring('later.gif', GIF)).status).toBe(201)
})
