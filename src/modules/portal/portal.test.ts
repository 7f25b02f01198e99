import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asMember } from '#kernel/run.ts'
import { intakePerson } from '#people/service/intake.ts'
import { liveTogether } from '#people/suggestions/service.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { merge } from '#testing/merging.ts'
import { aBrowser, personClient, somebody } from '#testing/portal.ts'
import { messageTo, newEmail } from '#testing/sign-in.ts'

afterEach(() => clock.reset())

const UNAUTHORIZED = { code: 'UNAUTHORIZED' }

async function signedIn(name = 'Ann') {
  const church = await aChurch()
  const email = newEmail()
  const person = await somebody(church, name, email)
  const browser = await aBrowser(church)
  await browser.signIn(email)
  const input = { church: browser.slug }
  return { church, email, person, browser, input, client: personClient(browser.token()) }
}

test('a link that was asked for opens a session once, for twenty minutes; looking at it uses nothing up', async () => {
  const church = await aChurch()
  const email = newEmail()
  const { id } = await somebody(church, 'Ann', email)
  const browser = await aBrowser(church)
  expect(await (await browser.get()).text()).toContain('Email address or phone number')
  const asked = await browser.ask(`  ${email.toUpperCase()} `)
  expect(asked.headers.get('location')).toBe(`/my/${browser.slug}?sent=1`)
  const link = await browser.linkTo(email)
  for (let scanner = 0; scanner < 3; scanner++) {
    const page = await browser.get(link)
    expect(page.headers.getSetCookie()).toEqual([])
    expect(await page.text()).toContain('Continue as <strong>Ann Miller</strong>')
  }
  const opened = await browser.post(link, {})
  expect(opened.status).toBe(303)
  expect(opened.headers.getSetCookie()[0]).toMatch(
    new RegExp(`^lampstand_portal=[\\w-]{43}; Max-Age=2592000; Path=/my/${browser.slug}; HttpOnly; SameSite=Lax$`),
  )
  expect(await (await browser.get()).text()).toContain('Hello, Ann Miller')
  expect(await personClient(browser.token()).portal.me({ church: browser.slug })).toMatchObject({ id, forId: id })

  expect((await (await aBrowser(church)).post(link, {})).status).toBe(410)
  expect((await browser.get(link)).status).toBe(410)
  const late = await aBrowser(church)
  await late.ask(email)
  const second = await late.linkTo(email)
  clock.advance(minutes(20) + 1)
  expect((await late.post(second, {})).status).toBe(410)
})

test('of two clicks at once, one opens a session', async () => {
  const church = await aChurch()
  const email = newEmail()
  await somebody(church, 'Ann', email)
  const browser = await aBrowser(church)
  await browser.ask(email)
  const link = await browser.linkTo(email)
  const answers = await Promise.all([1, 2, 3].map(async () => (await aBrowser(church)).post(link, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410])
})

test('the answer is the same for an unknown address, and nothing is sent to it', async () => {
  const church = await aChurch()
  const [known, unknown] = [newEmail(), newEmail()]
  await somebody(church, 'Ann', known)
  const browser = await aBrowser(church)
  const [yes, no] = [await browser.ask(known), await browser.ask(unknown)]
  expect([no.status, no.headers.get('location')]).toEqual([yes.status, yes.headers.get('location')])
  expect(await messageTo(unknown)).toBe('')
  expect(await messageTo(known)).toContain('/sign-in/')
  const { owner } = await testHouse()
  const { rows } = await owner.query('select value from portal_links where client_id = $1 order by id', [church.id])
  expect(rows.map(({ value }) => value)).toEqual([known, unknown])
  const unreadable = await browser.ask('nobody')
  expect(unreadable.status).toBe(400)
  expect(await unreadable.text()).toContain('Enter an email address or a phone number.')
  expect((await browser.get('/nothing')).status).toBe(404)
})

test('a number gets a text; staff never read the link, and no table keeps it', async () => {
  const church = await aChurch()
  await somebody(church, 'Ann', '+15125550143', {}, 'phone')
  const browser = await aBrowser(church)
  await browser.ask('(512) 555-0143')
  const link = await browser.linkTo('+15125550143')
  expect(link).toMatch(/^\/sign-in\/[\w-]{43}$/)
  const { items } = await church.owner.outbox.list({ recipient: '+15125550143' })
  expect(items[0]!.text).not.toContain('/sign-in/')
  expect((await browser.post(link, {})).status).toBe(303)
  const { owner } = await testHouse()
  const kept = await owner.query(
    `select l.hash, s.hash as session from portal_links l, portal_sessions s where l.client_id = $1 and s.client_id = $1`,
    [church.id],
  )
  expect(JSON.stringify(kept.rows)).not.toContain(link.split('/').at(-1))
  expect(JSON.stringify(kept.rows)).not.toContain(browser.token())
})

test('limits: five links an hour to one address, sixty requests from one device, and other sites can’t ask at all', async () => {
  const church = await aChurch()
  const email = newEmail()
  await somebody(church, 'Ann', email)
  const browser = await aBrowser(church)
  for (let i = 0; i < 7; i++) expect((await browser.ask(email)).status).toBe(303)
  await runWaitingJobs()
  const { owner } = await testHouse()
  const sent = async () =>
    (await owner.query('select count(*)::int as n from messages where recipient = $1', [email])).rows[0].n
  expect(await sent()).toBe(5)
  for (let i = 0; i < 53; i++) await browser.ask(newEmail())
  expect((await browser.ask(newEmail())).status).toBe(429)
  clock.advance(hours(1) + 1)
  expect((await browser.ask(email)).status).toBe(303)
  await runWaitingJobs()
  expect(await sent()).toBe(6)
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': '' },
  ]
  for (const headers of foreign) expect((await browser.ask(email, headers)).status).toBe(403)
  const filled = await browser.post('', { address: email, website: 'http://spam' })
  expect(filled.status).toBe(303)
  await runWaitingJobs()
  expect(await sent()).toBe(6)
})

test('people who share an address choose who they are, among those who have exactly that address', async () => {
  const church = await aChurch()
  const shared = newEmail()
  const ann = await somebody(church, 'Ann', shared)
  const ben = await somebody(church, 'Ben', shared)
  await somebody(church, 'Cleo', `x${shared}`)
  await somebody(church, 'Dora', shared, { deceased: true })
  const gone = await somebody(church, 'Ed', shared)
  await church.owner.people.trash({ selection: { ids: [gone.id] } })
  const browser = await aBrowser(church)
  await browser.ask(shared)
  const link = await browser.linkTo(shared)
  const page = await (await browser.get(link)).text()
  expect([...page.matchAll(/<span>(\w+) Miller<\/span>/g)].map(([, name]) => name)).toEqual(['Ann', 'Ben'])
  for (const person of [undefined, gone.id, 'nonsense']) {
    const refused = await browser.post(link, person ? { person } : {})
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []])
  }
  await browser.post(link, { person: ben.id })
  const { me } = personClient(browser.token()).portal
  expect(await me({ church: browser.slug })).toMatchObject({ id: ben.id, family: [{ id: ben.id }] })
  expect(ann.id).not.toBe(ben.id)
})

async function aFamily() {
  const church = await aChurch()
  const [shared, teen] = [newEmail(), newEmail()]
  const year = new Date().getUTCFullYear()
  const ann = await somebody(church, 'Ann', shared)
  const kid = await somebody(church, 'Kim', shared, { birthDate: `${year - 9}-04-03` })
  const teenager = await somebody(church, 'Tom', teen)
  const grown = await somebody(church, 'Gus', shared, { birthDate: `${year - 30}-04-03` })
  const role = (personId: string, as: 'adult' | 'child') => ({ personId, role: as, isPrimary: false })
  await church.owner.households.create({
    name: 'Miller',
    members: [role(ann.id, 'adult'), role(kid.id, 'child'), role(teenager.id, 'child'), role(grown.id, 'child')],
  })
  return { church, shared, teen, ann, kid, teenager, grown }
}

test('children are reached through an adult of their household, and never the other way round', async () => {
  const { church, shared, teen, ann, kid, teenager, grown } = await aFamily()
  const browser = await aBrowser(church)
  await browser.ask(shared)
  const page = await (await browser.get(await browser.linkTo(shared))).text()
  expect([...page.matchAll(/<span>(\w+) Miller<\/span>/g)].map(([, name]) => name)).toEqual(['Ann', 'Gus'])
  await browser.signIn(shared, ann.id)
  const parent = personClient(browser.token()).portal
  const input = { church: browser.slug }
  const { family } = await parent.me(input)
  expect(family.map(({ id }) => id).sort()).toEqual([ann.id, kid.id, teenager.id].sort())
  expect(family[0]!.id).toBe(ann.id)
  await expect(parent.switchPerson({ ...input, personId: grown.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await parent.switchPerson({ ...input, personId: teenager.id })).toMatchObject({ forId: teenager.id })
  expect((await parent.preferences(input)).addresses.map(({ value }) => value)).toEqual([teen])

  // Who leaves the household is out of reach at once.
  const [home] = (await church.owner.people.get({ id: ann.id })).households
  await church.owner.households.leave({ id: home!.id, personId: teenager.id })
  expect(await parent.me(input)).toMatchObject({ id: ann.id, forId: ann.id })

  const young = await aBrowser(church)
  await young.signIn(teen)
  const own = personClient(young.token()).portal
  expect((await own.me(input)).family).toMatchObject([{ id: teenager.id }])
  await expect(own.switchPerson({ ...input, personId: ann.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a session is of one church, and neither opens the other’s doors nor those of the team', async () => {
  const { church, browser, input, client } = await signedIn()
  const hope = await aChurch('Hope Chapel')
  const there = await aBrowser(hope)
  await expect(client.portal.me({ church: there.slug })).rejects.toMatchObject(UNAUTHORIZED)
  await expect(client.portal.me({ church: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { send } = browser
  const cookie = browser.cookie()
  const ask = (path: string, headers: Record<string, string>) => send(path, { headers }).then(({ status }) => status)
  expect(await ask(`/my/${browser.slug}/rest/v1/portal/me?church=${browser.slug}`, { cookie })).toBe(200)
  expect(await ask(`/my/${there.slug}/rest/v1/portal/me?church=${there.slug}`, { cookie })).toBe(401)
  // The cookie counts below /my alone, and opens no procedure of members there.
  expect(await ask(`/rest/v1/portal/me?church=${browser.slug}`, { cookie })).toBe(401)
  expect(await ask('/rest/v1/people', { cookie, 'lampstand-client': church.id })).toBe(401)
  expect(await ask(`/my/${browser.slug}/rest/v1/people`, { cookie })).toBe(401)
  // A member's token opens no portal, and no procedure below it.
  const bearer = { authorization: `Bearer ${church.people.owner.session.access_token}`, 'lampstand-client': church.id }
  expect(await ask('/rest/v1/people', bearer)).toBe(200)
  expect(await ask(`/my/${browser.slug}/rest/v1/people`, bearer)).toBe(401)
  expect(await ask(`/my/${browser.slug}/rest/v1/portal/me?church=${browser.slug}`, bearer)).toBe(401)
  await expect(church.owner.portal.me(input)).rejects.toMatchObject(UNAUTHORIZED)
  // A form of another site acts as nobody.
  const foreign = await browser.post('/preferences', { choice: 'stop' }, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
  const call = (site: string) =>
    send(`/my/${browser.slug}/rest/v1/portal/stop-all`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': site },
      body: JSON.stringify(input),
    })
  expect((await call('cross-site')).status).toBe(401)
  expect((await call('same-origin')).status).toBe(200)
})

test('who is deleted, has died or lost the address is out at once; who is merged goes on as the one who stays', async () => {
  const { church, person, email, input, client } = await signedIn()
  await church.owner.people.trash({ selection: { ids: [person.id] } })
  await expect(client.portal.me(input)).rejects.toMatchObject(UNAUTHORIZED)

  const second = await signedIn('Bea')
  const { version } = second.person
  const dead = await second.church.owner.people.update({ id: second.person.id, version, deceased: true })
  await expect(second.client.portal.me(second.input)).rejects.toMatchObject(UNAUTHORIZED)
  const points = [{ kind: 'email' as const, value: newEmail() }]
  await second.church.owner.people.update({ id: dead.id, version: dead.version, deceased: false, points })
  await expect(second.client.portal.me(second.input)).rejects.toMatchObject(UNAUTHORIZED)

  const third = await signedIn('Cleo')
  const kept = await somebody(third.church, 'Cleopatra', newEmail())
  await merge(third.church, kept.id, third.person.id)
  expect(await third.client.portal.me(third.input)).toMatchObject({ id: kept.id, name: 'Cleopatra Miller' })
  expect(email).not.toBe(third.email)
})

test('a session slides for thirty days; signing out ends it, everywhere if asked', async () => {
  const { church, email, browser, input, client, person } = await signedIn()
  clock.advance(days(29))
  await client.portal.me(input)
  clock.advance(days(29))
  await client.portal.me(input)
  const phone = await aBrowser(church)
  await phone.signIn(email)
  const tablet = await aBrowser(church)
  await tablet.signIn(email)
  await browser.post('/sign-out', {})
  expect(browser.cookie()).toBe('')
  await expect(client.portal.me(input)).rejects.toMatchObject(UNAUTHORIZED)
  await tablet.post('/sign-out', { everywhere: '1' })
  await expect(personClient(phone.token()).portal.me(input)).rejects.toMatchObject(UNAUTHORIZED)
  expect((await tablet.get('/preferences')).headers.get('location')).toBe(`/my/${browser.slug}`)

  const last = await aBrowser(church)
  await last.signIn(email)
  clock.advance(days(30) + 1)
  await expect(personClient(last.token()).portal.me(input)).rejects.toMatchObject(UNAUTHORIZED)
  await runWaitingJobs({ schedules: true })
  const { owner } = await testHouse()
  const left = await owner.query('select from portal_sessions where person_id = $1', [person.id])
  expect(left.rowCount).toBe(0)
})

test('the sign-in stands in the audit log and on the person’s timeline', async () => {
  const { church, person } = await signedIn()
  await church.settle()
  const { items } = await church.owner.audit.list({ table: 'portal_sessions' })
  expect(items).toMatchObject([{ who: 'Ann Miller (portal)', what: 'added a portal session' }])
  const timeline = await church.owner.timeline.list({ personId: person.id })
  expect(timeline.items.map(item => item.type)).toContain('portal.signed-in')
  const rows = await asMember(church.people.owner.call, 'people.read', ctx =>
    ctx.db.execute<object>(sql`select from portal_sessions`),
  )
  expect(rows.rows).toHaveLength(1)
})

test('an address or a family that a public form claims opens nothing until a member confirms it', async () => {
  const church = await aChurch()
  const [email, stranger] = [newEmail(), newEmail()]
  const known = [
    { kind: 'email' as const, value: email },
    { kind: 'phone' as const, value: '+15125550144' },
  ]
  const ann = await church.owner.people.create({ firstName: 'Ann', lastName: 'Miller', points: known })
  const claimed = await church.inside(ctx =>
    intakePerson(ctx, {
      firstName: 'Ann',
      lastName: 'Miller',
      source: 'A form',
      points: [{ kind: 'email', value: stranger }, known[1]!],
    }),
  )
  expect(claimed).toEqual({ personId: ann.id, how: 'known' })
  const browser = await aBrowser(church)
  await browser.ask(stranger)
  expect(await browser.linkTo(stranger)).toBe('')
  const point = (await church.staff.people.get({ id: ann.id })).points.find(({ value }) => value === stranger)!
  expect(point.unconfirmed).toBe(true)

  const kid = await somebody(church, 'Kim', newEmail())
  const parent = await somebody(church, 'Pat', newEmail())
  await church.inside(ctx => liveTogether(ctx, parent.id, [{ personId: kid.id, role: 'child' }]))
  await browser.signIn(parent.points[0]!.value)
  const { me } = personClient(browser.token()).portal
  expect((await me({ church: browser.slug })).family).toHaveLength(1)
  const [home] = (await church.staff.people.get({ id: kid.id })).households
  for (const { personId, role, isPrimary } of home!.members)
    await church.staff.households.join({ id: home!.id, personId, role, isPrimary })
  expect((await me({ church: browser.slug })).family).toHaveLength(2)

  await church.staff.people.confirmPoint({ id: ann.id, pointId: point.id })
  await browser.ask(stranger)
  expect(await browser.linkTo(stranger)).toContain('/sign-in/')
})
