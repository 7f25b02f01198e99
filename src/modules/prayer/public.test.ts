import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { atNoon, newPhone, says, textsTo } from '#testing/flock.ts'
import { hiddenIn } from '#testing/forms.ts'
import { aBrowser, slugOf, somebody } from '#testing/portal.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { createRequesterLink } from './service/requester-emails.ts'

afterEach(() => clock.reset())
type Church = Awaited<ReturnType<typeof aChurch>>

const posted = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  (await aServer()).send(path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Mozilla/5.0',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
/** Fills the public form in, as people do without JavaScript. */
async function ask(church: Church, fields: Record<string, string>) {
  const path = `/pray/${await slugOf(church)}`
  const html = await (await (await aServer()).send(path)).text()
  const guards = { _opened: hiddenIn(html, '_opened'), key: hiddenIn(html, 'key') }
  clock.advance(minutes(1))
  const answer = await posted(path, { ...guards, ...fields })
  return { status: answer.status, html: await answer.text(), again: () => posted(path, { ...guards, ...fields }) }
}
const listed = async (church: Church) => (await church.owner.prayerRequests.list({})).items

test('a visitor asks without JavaScript: problems at their fields with every word kept, links taken out, sent twice stored once', async () => {
  const church = await aChurch()
  const wrong = await ask(church, { request: 'hm', name: 'Ann Hill', email: 'ann@', notify: '1' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Please write at least 5 characters')
  expect(wrong.html).toContain('Please enter a full email address')
  expect(wrong.html).toContain('value="Ann Hill"')
  const email = newEmail()
  const right = await ask(church, {
    request: 'Pray for my job interview https://spam.example',
    name: 'Ann Hill',
    email,
    visibility: 'public',
    category: 'Work',
    anonymous: '1',
  })
  expect([right.status, right.html.includes('We received your prayer request')]).toEqual([200, true])
  await right.again()
  await church.settle()
  expect(await listed(church)).toMatchObject([
    {
      request: 'Pray for my job interview',
      category: 'Work',
      visibility: 'public',
      moderation: 'pending',
      source: 'form',
    },
  ])
  const [person] = (await church.owner.people.list({ search: 'Ann Hill' })).items
  expect(person).toMatchObject({ name: 'Ann Hill' })
  const long = await ask(church, { request: 'x'.repeat(10_000) })
  expect(long.html).toContain('Please keep this under 2,000 characters')
  const trapped = await ask(church, { request: 'Buy my watches now', website: 'x', _website: 'x' })
  expect(trapped.status).toBe(200)
  for (let i = 3; i <= 20; i++) await ask(church, { request: `Request number ${i}` })
  expect((await ask(church, { request: 'One too many' })).status).toBe(429)
})

test('in danger, the writer reads fixed words with numbers to call, and the request is private', async () => {
  const church = await aChurch()
  const { html } = await ask(church, { request: 'I can’t go on anymore, I want to die', visibility: 'public' })
  expect(html).toContain('You are not alone')
  expect(html).toContain('988')
  expect(await listed(church)).toMatchObject([{ isPrivate: true, visibility: 'staff' }])
  expect((await church.owner.crisis.list({})).items).toHaveLength(1)
})

test('the wall shows what was approved, without anonymous names; a device prays once a day', async () => {
  const church = await aChurch()
  const wall = `/pray/${await slugOf(church)}/wall`
  const { send } = await aServer()
  const add = (request: string, more = {}) =>
    church.owner.prayerRequests.create({
      id: randomUUID(),
      request,
      visibility: 'public',
      permission: true,
      name: 'Zoe Carter',
      ...more,
    })
  const shown = await add('Peace in our town')
  await add('A quiet heart', { isAnonymous: true, name: 'Hidden Name' })
  await add('Only for the church', { visibility: 'church' })
  await ask(church, { request: 'Nobody approved this', visibility: 'public' })
  const page = await (await send(wall)).text()
  expect(page).toContain('Peace in our town')
  expect(page).toContain('Zoe')
  for (const hidden of ['Carter', 'Hidden', 'Only for the church', 'Nobody approved'])
    expect(page).not.toContain(hidden)
  expect(page).toContain('noindex')
  const first = await posted(`${wall}/prayed`, { id: shown.id })
  expect(first.status).toBe(303)
  const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!
  await posted(`${wall}/prayed`, { id: shown.id }, { cookie })
  await posted(`${wall}/prayed`, { id: shown.id }, { cookie })
  expect(await church.owner.prayerRequests.get({ id: shown.id })).toMatchObject({ prayerCount: 1, status: 'praying' })
  const [staff] = (await listed(church)).filter(({ visibility }) => visibility === 'church')
  expect((await posted(`${wall}/prayed`, { id: staff!.id }, { cookie })).status).toBe(422)
  expect((await posted(`${wall}/prayed`, { id: shown.id }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const settings = await church.owner.prayerRequests.settings({})
  await church.owner.prayerRequests.saveSettings({ ...settings, wallOpen: false })
  expect((await send(wall)).status).toBe(404)
})

test('by the link in an email its writer agrees, answers and deletes; opening it changes nothing, and a forged one opens nothing', async () => {
  const church = await aChurch()
  const { send } = await aServer()
  const made = await church.owner.prayerRequests.create({
    id: randomUUID(),
    request: 'Pray for our move',
    email: newEmail(),
    name: 'Ann Hill',
  })
  await church.staff.prayerRequests.share({ id: made.id, version: made.version, visibility: 'church', consent: 'ask' })
  const path = new URL(createRequesterLink(church.id, made.id)).pathname
  const get = () => church.staff.prayerRequests.get({ id: made.id })
  const page = await (await send(path)).text()
  expect(page).toContain('May more people read it')
  expect(await get()).toMatchObject({ visibility: 'staff', wantedVisibility: 'church' })
  expect(await (await posted(path, { do: 'agree', wanted: 'public' })).text()).toContain('It stays as it is')
  await church.staff.prayerRequests.share({
    id: made.id,
    version: (await get()).version,
    visibility: 'church',
    consent: 'ask',
  })
  expect(await (await posted(path, { do: 'agree', wanted: 'church' })).text()).toContain('It is shared now')
  expect(await get()).toMatchObject({ visibility: 'church', consented: 'church', wantedVisibility: null })
  await posted(path, { do: 'answered', testimony: 'We arrived', share: '1' })
  expect(await get()).toMatchObject({ status: 'answered', testimony: 'We arrived', testimonyShared: true })
  expect((await posted(path, { do: 'erase' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await (await posted(path, { do: 'erase' })).text()).toContain('Your request was deleted')
  await expect(get()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await send('/prayer/forged')).status).toBe(410)
})

test('in the portal a person sees their own requests and those of the church, and changes no one else’s', async () => {
  const church = await aChurch()
  const address = newEmail()
  await somebody(church, 'Ann', address)
  const mine = await church.owner.prayerRequests.create({
    id: randomUUID(),
    request: 'My own request',
    name: 'Ann Miller',
    email: address,
  })
  const theirs = await church.owner.prayerRequests.create({
    id: randomUUID(),
    request: 'Shared with the church',
    visibility: 'church',
    permission: true,
  })
  await church.owner.prayerRequests.create({
    id: randomUUID(),
    request: 'For the team',
    visibility: 'prayer_team',
    permission: true,
  })
  await church.settle()
  const browser = await aBrowser(church)
  await browser.signIn(address)
  const page = await (await browser.get('/prayer')).text()
  expect(page).toContain('My own request')
  expect(page).toContain('Shared with the church')
  expect(page).not.toContain('For the team')
  await browser.post('/prayer', { id: theirs.id, do: 'erase' })
  await browser.post('/prayer', { id: mine.id, do: 'erase' })
  expect((await listed(church)).map(({ id }) => id).sort()).not.toContain(mine.id)
  expect((await listed(church)).map(({ id }) => id)).toContain(theirs.id)
})

test('a text that begins with PRAY becomes a request for the staff, once; with a sign of danger it becomes an alert alone', async () => {
  const church = await aChurch()
  await atNoon(church)
  const number = newPhone()
  await says(church, number, 'Pray for my mom’s surgery')
  await church.settle()
  expect(await listed(church)).toMatchObject([{ request: 'for my mom’s surgery', visibility: 'staff', source: 'text' }])
  const answers = async () => (await textsTo(church, number)).map(one => one.body_text ?? one.text ?? one)
  expect(await answers()).toEqual([expect.stringContaining('We received your prayer request')])
  await says(church, number, 'PRAY')
  await church.settle()
  expect((await answers()).at(-1)).toContain('reply with PRAY and your request')
  await says(church, number, 'pray for me i want to kill myself')
  await church.settle()
  expect(await listed(church)).toHaveLength(1)
  expect((await answers()).at(-1)).toContain('988')
  const [alert] = (await church.staff.crisis.list({})).items
  expect(alert).toMatchObject({ source: 'conversation', kind: 'self_harm' })
  // The thread is for those who may read in confidence, and for the person who took the alert.
  await church.staff.crisis.take({ id: alert!.id })
  expect(await church.staff.crisis.words({ id: alert!.id })).toMatchObject({
    phone: number,
    text: expect.stringContaining('kill'),
  })
})
