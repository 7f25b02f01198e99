import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { clock, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob } from '#kernel/run.ts'
import { aChurch, aUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { blank } from '../../blocks/rules/blank.ts'
import { blocksOf, bodyOf } from '../../rules/block-words.ts'

const PNG = Buffer.from(`89504e470d0a1a0a${'00'.repeat(200)}`, 'hex')
const address = { street: '1 Lamp Street', street2: '', city: 'Springfield', region: 'IL', postalCode: '62701' }
let admin: Awaited<ReturnType<typeof aUser>>
let house: string
const query = async (text: string, values: unknown[] = []) => (await (await testHouse()).owner.query(text, values)).rows

beforeEach(async () => {
  await testHouse()
  house = (await query('select id from clients where house'))[0].id
  for (const table of ['consents', 'suppressions', 'email_campaigns', 'messages'])
    await query(`delete from ${table} where client_id = $1`, [house])
  await query('update clients set address = $2 where id = $1', [house, JSON.stringify(address)])
  admin = await aUser({ admin: true })
})
afterEach(() => clock.reset())

async function aReader() {
  const [email, yes] = [newEmail(), { topic: 'newsletter', source: 'form', wording: 'Yes', reference: 'test' }]
  await asJob(house, 'test', 'test', ctx => subscribe(ctx, email, { ...yes, name: 'Ann Miller' }))
  return email
}

async function upload(headers: Record<string, string>, of: string) {
  const { send } = await aServer()
  const to = `/storage/v1/uploads?purpose=picture&name=a.png&of=${of}`
  const answer = await send(to, { method: 'POST', headers, body: PNG as never })
  return { status: answer.status, ...(await answer.json()) } as { status: number; id: string }
}
const as = (token: string, client?: string) => ({
  authorization: `Bearer ${token}`,
  ...(client && { 'lampstand-client': client }),
})

/** Sends it to its one reader. @returns what they got */
async function sent(email: string, issue: Parameters<typeof admin.client.newsletters.update>[0]) {
  await admin.client.newsletters.send(await admin.client.newsletters.update(issue))
  await runWaitingJobs()
  const [mail] = await query('select body_html as html, body_text as text from messages where recipient = $1', [email])
  return mail as { html: string; text: string }
}

test('a newsletter of blocks with a picture of the server: checked, sent, on the web; its opens and clicks are counted as a campaign’s', async () => {
  const [email, church, { send }] = [await aReader(), await aChurch(), await aServer()]
  const api = admin.client.newsletters
  const { owner } = church.people
  expect((await upload(as(owner.session.access_token, church.id), 'house')).status).toBe(403)
  const theirs = await upload(as(owner.session.access_token, church.id), 'church')
  const picture = await upload(as(admin.session.access_token), 'house')
  expect([theirs.status, picture.status]).toEqual([201, 201])
  const { id, version } = await api.create({})
  const image = (fileId: string, alt = 'A lamp') => ({ ...blank('image', 'p'), fileId, alt })
  const link = { ...blank('button', 'b'), label: 'Read', href: 'https://example.org/a?b=1&c=2' }
  const words = { ...blank('text', 't'), text: 'Dear {firstName|friend}, see [this](https://example.org/b).' }
  const change = { id, version, subject: 'May' }
  await expect(api.update({ ...change, blocks: [image(theirs.id)] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const bare = await api.update({ ...change, blocks: [image(picture.id, ''), words, link] })
  await expect(api.send(bare)).rejects.toMatchObject({ code: 'NOT_READY' })
  const custom = await api.update({
    ...change,
    version: bare.version,
    blocks: [{ ...words, text: 'Shirt {custom.shirt|M}' }],
  })
  await expect(api.send(custom)).rejects.toMatchObject({ code: 'NOT_READY' })

  const blocks = [image(picture.id), words, link]
  const { html: seen } = await api.preview({ subject: 'May', preheader: '', body: '', blocks })
  expect(seen).toContain(`/storage/v1/pictures/${picture.id}`)
  expect(seen).not.toContain('/o/')
  // Of these readers no household is known: it shows what they will read.
  const home = await api.preview({
    subject: 'May',
    preheader: '',
    body: 'To the {householdName|family} here',
    blocks: [],
  })
  expect(home.text).toContain('To the family here')
  const { html, text } = await sent(email, { ...change, version: custom.version, blocks })
  expect(text).toContain('Dear Ann, see')
  expect(html).toContain('1 Lamp Street')
  const [, open] = /src="[^"]*(\/o\/[^"]+)"/.exec(html)!
  const clicks = [...html.matchAll(/href="[^"]*(\/r\/[^"]+)"/g)].map(([, path]) => path!)
  expect(clicks).toHaveLength(2)
  const reader = { headers: { 'user-agent': 'Mozilla/5.0 (Macintosh) Thunderbird' } }
  await send(clicks[0]!, reader) // within a second of its arrival: a machine
  clock.advance(seconds(30))
  await send(open!, { headers: { 'user-agent': 'Mozilla/5.0' } })
  await send(clicks[0]!, { ...reader, method: 'HEAD' })
  expect((await api.get({ id })).reading).toMatchObject({ opened: 0, machineOpened: 1, clicked: 0 })
  await send(open!, reader)
  const answer = await send(clicks[1]!, { ...reader, redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('https://example.org/a?b=1&c=2')
  expect((await api.get({ id })).reading).toMatchObject({
    opened: 1,
    machineOpened: 0,
    clicked: 1,
    waitsUntil: null,
    cap: null,
    links: [
      { url: 'https://example.org/b', people: 0, clicks: 0 },
      { url: 'https://example.org/a?b=1&c=2', people: 1, clicks: 1 },
    ],
  })
  expect((await api.recipients({ id, outcome: 'clicked' })).items.map(row => row.address)).toEqual([email])

  const [issue] = (await admin.client.newsletterArchive.list({ of: 'site' })).items
  const page = await admin.client.newsletterArchive.read({ of: 'site', slug: issue!.slug })
  expect(page.html).toContain(`/storage/v1/pictures/${picture.id}" alt="A lamp"`)
  expect(page.html).toContain('Dear friend, see <a href="https://example.org/b"')
})

test('one of Markdown is counted as well; words come along from text to blocks and back', async () => {
  const email = await aReader()
  const { id, version } = await admin.client.newsletters.create({})
  const body = '# Hello\n\nDear {firstName|friend}, [read](https://example.org/c).'
  const { html } = await sent(email, { id, version, subject: 'June', body })
  expect(html).toMatch(/href="[^"]*\/r\/[^"]+\/0"/)
  expect(html).toMatch(/<img src="[^"]*\/o\//)
  expect(html).not.toContain('https://example.org/c')
  expect((await admin.client.newsletters.get({ id })).reading?.links).toMatchObject([{ url: 'https://example.org/c' }])

  const made = blocksOf(body)
  expect(made.map(block => block.type)).toEqual(['header', 'text'])
  expect(bodyOf(made)).toBe(body)
  expect(bodyOf([{ ...blank('heading', 'h'), text: 'Hello' }, ...made])).toBe(`# Hello\n\n${body}`)
  const long = Array.from({ length: 9 }, (_, i) => `${i} ${'word '.repeat(1_000)}end`).join('\n\n')
  expect(blocksOf(long)).toHaveLength(4)
  expect(bodyOf(blocksOf(long))).toBe(long)
})
