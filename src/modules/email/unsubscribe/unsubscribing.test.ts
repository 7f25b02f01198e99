import { beforeEach, expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob } from '#kernel/run.ts'
import { seal } from '#kernel/secrets.ts'
import { aChurch, aUser, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

const visitor = () => clientFor(nobody()).unsubscribeLinks
const query = async (text: string, values: unknown[] = []) => (await (await testHouse()).owner.query(text, values)).rows
let houseId: string

beforeEach(async () => {
  const address = { street: '1 Lamp Street', street2: '', city: 'Springfield', region: 'IL', postalCode: '62701' }
  const rows = await query('update clients set address = $1 where house returning id', [JSON.stringify(address)])
  houseId = rows[0].id
})

/** Someone who opted in and got a newsletter; `url` is the one in its header. */
async function aReader() {
  const email = newEmail()
  await asJob(houseId, 'test', 'test', ctx =>
    subscribe(ctx, email, { topic: 'newsletter', source: 'form', wording: 'Yes', reference: 'test' }),
  )
  await sendOne()
  const url = new URL((await mailsTo(email)).at(-1).headers['List-Unsubscribe'].slice(1, -1))
  return { email, url, token: url.pathname.split('/').at(-1)! }
}

async function sendOne() {
  const { client } = await aUser({ admin: true })
  const { id, version } = await client.newsletters.create({})
  await client.newsletters.send(await client.newsletters.update({ id, version, subject: 'May', body: 'Hello' }))
  await runWaitingJobs()
}

const mailsTo = (email: string) =>
  query(
    `select state, headers from messages where recipient = $1 and kind = 'newsletter' and state <> 'skipped' order by id`,
    [email],
  )
const wordsOf = (email: string) =>
  query('select state, source, evidence from consents where value = $1 order by id', [email])
const post = async (url: URL, body: Record<string, string> | FormData) => {
  const { send } = await aServer()
  const form = body instanceof FormData ? body : new URLSearchParams(body)
  return send(url.pathname, { method: 'POST', body: form, redirect: 'manual' })
}

test('anyone who unsubscribed by the link is told, once, with the way back: the mail may have been passed on', async () => {
  const { email, url } = await aReader()
  const notices = () => query(`select * from messages where recipient = $1 and kind = 'unsubscribed'`, [email])
  // Someone it was passed on to presses the button, and again.
  for (const _ of [1, 2]) await post(url, { choice: 'leave' })
  await runWaitingJobs()
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice).toMatchObject({ state: 'delivered', purpose: 'transactional' })
  const back = new URL(/https?:\S+\/unsubscribe\/\S+/.exec(notice.body_text)![0])
  expect((await visitor().view({ token: back.pathname.split('/').at(-1)! })).subscribed).toBe(false)
  await post(back, { choice: 'undo' })
  expect((await wordsOf(email)).at(-1)).toMatchObject({ state: 'granted', source: 'link' })
  // To and fro: no second notice on the same day.
  await post(url, { 'List-Unsubscribe': 'One-Click' })
  expect(await notices()).toHaveLength(1)
})

test('looking at the page changes nothing, however often a scanner looks', async () => {
  const { email, url, token } = await aReader()
  const { send } = await aServer()
  for (const method of ['GET', 'HEAD', 'OPTIONS']) await send(url.pathname, { method })
  const [first] = email
  expect(await visitor().view({ token })).toEqual({
    email: `${first}••@example.org`,
    business: 'Lampstand',
    topic: null,
    subscribed: true,
    test: false,
  })
  expect(await wordsOf(email)).toMatchObject([{ state: 'granted' }])
})

test('the mail program’s own button: without cookies, in either kind of form, twice, and never written to again', async () => {
  const { email, url, token } = await aReader()
  const multipart = new FormData()
  multipart.set('List-Unsubscribe', 'One-Click')
  for (const body of [{ 'List-Unsubscribe': 'One-Click' }, multipart]) {
    const answer = await post(url, body)
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  }
  expect(await wordsOf(email)).toMatchObject([{ state: 'granted' }, { state: 'revoked', source: 'header' }])
  expect(await visitor().view({ token })).toMatchObject({ subscribed: false })
  await aReader()
  expect(await mailsTo(email)).toHaveLength(1)
})

test('the page’s button leads back to the page, and its undo lets the next newsletter through', async () => {
  const { email, url, token } = await aReader()
  const left = await post(url, { choice: 'leave' })
  expect([left.status, left.headers.get('location')]).toEqual([303, url.pathname])
  expect(await wordsOf(email)).toMatchObject([{}, { state: 'revoked', source: 'link' }])
  expect((await post(url, { choice: 'undo' })).status).toBe(303)
  expect(await visitor().view({ token })).toMatchObject({ subscribed: true })
  expect((await wordsOf(email)).at(-1)).toMatchObject({ state: 'granted', source: 'link' })
  await sendOne()
  expect(await mailsTo(email)).toHaveLength(2)
})

test('a form that says neither does nothing', async () => {
  const { email, url } = await aReader()
  for (const body of [{}, { choice: 'all' }, { 'List-Unsubscribe': 'yes' }] as Record<string, string>[])
    expect((await post(url, body)).status).toBe(400)
  expect(await wordsOf(email)).toHaveLength(1)
})

test('forged, foreign and broken links are refused in a sentence', async () => {
  const { email, url, token } = await aReader()
  const ticket = JSON.stringify({ c: houseId, a: email, t: 'newsletter', r: crypto.randomUUID() })
  const parts = token.split('.')
  const other = await aChurch()
  const forged = [
    'x',
    token.slice(0, -3),
    [...parts.slice(0, 4), Buffer.from(ticket).toString('base64url')].join('.'),
    seal(ticket, 'another purpose'),
    seal('{"c":1}', 'unsubscribe'),
    seal(JSON.stringify({ c: crypto.randomUUID(), a: email, t: 'newsletter' }), 'unsubscribe'),
  ]
  for (const bad of forged) {
    await expect(visitor().view({ token: bad }), bad).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(visitor().leave({ token: bad }), bad).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const answer = await post(new URL(`/unsubscribe/${bad}`, url), { 'List-Unsubscribe': 'One-Click' })
    expect([answer.status, await answer.text()], bad).toEqual([404, expect.stringMatching(/\w \w/)])
  }
  // A church's own link reaches that church alone.
  const theirs = seal(JSON.stringify({ c: other.id, a: email, t: 'newsletter', r: crypto.randomUUID() }), 'unsubscribe')
  await visitor().leave({ token: theirs })
  expect(await visitor().view({ token })).toMatchObject({ subscribed: true })
})
