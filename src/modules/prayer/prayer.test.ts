import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch, type TestClient } from '#testing/church.ts'
import { newEmail } from '#testing/sign-in.ts'
import type { Visibility } from './rules/options.ts'
import { prayerRequesters } from './tables.ts'

afterEach(() => clock.reset())
type Church = Awaited<ReturnType<typeof aChurch>>
type New = Parameters<TestClient['prayerRequests']['create']>[0]

const words = 'Please pray for my knee surgery on Thursday'
const add = (church: Church, given: Partial<New> = {}, by: TestClient = church.owner) =>
  by.prayerRequests.create({ id: randomUUID(), request: words, permission: true, ...given })
const mailsTo = (email: string) =>
  query('select subject, body_text as text from messages where recipient = $1 order by id', [email])
const ids = async (client: TestClient, filter = {}) =>
  (await client.prayerRequests.list(filter)).items.map(({ id }) => id)
const issue = (path: string) => ({ data: { issues: [expect.objectContaining({ path: [path] })] } })

test('each role sees what its visibility opens, by list, reading, count, search, session, export, print, audit and realtime rows', async () => {
  const church = await aChurch()
  const made: Record<string, string> = {}
  for (const visibility of ['staff', 'prayer_team', 'church', 'public'] as Visibility[])
    made[visibility] = (await add(church, { visibility, request: `${words} ${visibility}` })).id
  made.private = (await add(church, { isPrivate: true, request: `${words} private` })).id
  const all = Object.values(made)
  const seen = { owner: all, pastor: all, admin: all.slice(0, 4), staff: all.slice(0, 4), volunteer: all.slice(1, 4) }
  for (const [role, expected] of Object.entries(seen)) {
    const client = church[role as keyof typeof seen]
    expect([role, (await ids(client)).sort()]).toEqual([role, [...expected].sort()])
    expect((await ids(client, { search: 'KNEE' })).length).toBe(expected.length)
    expect(await client.prayerRequests.summary({})).toMatchObject({ total: expected.length, new: expected.length })
    expect((await client.prayerRequests.session({})).items).toHaveLength(expected.length)
    // Files leave with health matters and names: for those who may take people's data along.
    if (role === 'owner' || role === 'admin') {
      const { csv } = await client.prayerRequests.exportCsv({})
      expect(csv.split('knee').length - 1).toBe(expected.length)
      expect((await client.prayerRequests.print({})).base64.length).toBeGreaterThan(1_000)
    } else {
      await expect(client.prayerRequests.exportCsv({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(client.prayerRequests.print({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    for (const id of all) {
      const reading = client.prayerRequests.get({ id })
      if (expected.includes(id)) expect((await reading).id).toBe(id)
      else await expect(reading).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    const hidden = all.find(id => !expected.includes(id))
    if (hidden) await expect(client.prayerRequests.pray({ id: hidden })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  for (const role of ['finance', 'viewer'] as const)
    await expect(church[role].prayerRequests.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const logged = async (client: TestClient) =>
    (await client.audit.list({ limit: 100 })).items.filter(({ what }) => /a prayer request/.test(what)).length
  expect((await logged(church.owner)) - (await logged(church.admin))).toBe(1)
  await expect(church.staff.prayerRequests.notes({ id: made.staff! })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('an anonymous name is for those who work with requests: it is neither shown, found nor exported to those who pray', async () => {
  const church = await aChurch()
  const email = newEmail()
  const { id } = await add(church, { visibility: 'prayer_team', name: 'Zélie Müller', email, isAnonymous: true })
  expect(await church.staff.prayerRequests.get({ id })).toMatchObject({ name: 'Zélie Müller', email })
  expect(await church.volunteer.prayerRequests.get({ id })).toMatchObject({ name: null, email: null, personId: null })
  expect(await ids(church.volunteer, { search: 'zelie' })).toEqual([])
  expect(await ids(church.staff, { search: 'zelie muller' })).toEqual([id])
  // Not anonymous any more, the team may read it.
  const now = await church.staff.prayerRequests.get({ id })
  await church.staff.prayerRequests.update({ id, version: now.version, isAnonymous: false })
  expect(await church.volunteer.prayerRequests.get({ id })).toMatchObject({ name: 'Zélie Müller', email: null })
})

test('a prayer counts once a day for each member, takes a new request to praying, and can be undone; nobody sees who', async () => {
  const church = await aChurch()
  const { id } = await add(church, { visibility: 'prayer_team' })
  const both = await Promise.all([
    church.volunteer.prayerRequests.pray({ id }),
    church.volunteer.prayerRequests.pray({ id }),
  ])
  expect(both.at(-1)).toMatchObject({ prayerCount: 1, status: 'praying', prayedToday: true })
  await church.pastor.prayerRequests.pray({ id })
  const seen = await church.owner.prayerRequests.get({ id })
  expect(seen).toMatchObject({ prayerCount: 2, prayedToday: false })
  expect(seen.history).toMatchObject([{ from: 'new', to: 'praying', name: null }])
  expect(await church.volunteer.prayerRequests.undoPrayer({ id })).toMatchObject({ prayerCount: 1, prayedToday: false })
  const log = (await church.owner.audit.list({ limit: 100 })).items
  const [volunteer, pastor] = [church.people.volunteer.id, church.people.pastor.id]
  expect(JSON.stringify(log)).not.toMatch(new RegExp(`${volunteer}|${pastor}`))
  // An edit at the same time is not in the way of those who pray.
  await church.staff.prayerRequests.update({ id, version: seen.version, isUrgent: true })
  clock.advance(days(1))
  expect(await church.pastor.prayerRequests.pray({ id })).toMatchObject({ prayerCount: 2 })
  clock.advance(hours(1))
  // Too late to undo.
  expect(await church.pastor.prayerRequests.undoPrayer({ id })).toMatchObject({ prayerCount: 2 })
  expect((await church.pastor.prayerRequests.session({})).items).toEqual([])
})

test('more readers need the writer’s consent: asked by a link, agreed to once; fewer are at once', async () => {
  const church = await aChurch()
  const email = newEmail()
  const first = await add(church, { visibility: 'prayer_team', email, name: 'Ann Hill' })
  const { id } = first
  const wider = { id, version: first.version, visibility: 'public' as const }
  await expect(church.staff.prayerRequests.share(wider)).rejects.toMatchObject(issue('consent'))
  const asked = await church.staff.prayerRequests.share({ ...wider, consent: 'ask' })
  expect(asked).toMatchObject({ visibility: 'prayer_team', wantedVisibility: 'public', consented: 'prayer_team' })
  await church.settle()
  const [mail] = await mailsTo(email)
  expect(mail.subject).toBe('May we share your prayer request?')
  expect(mail.text).not.toContain('knee')
  const narrower = await church.staff.prayerRequests.share({ id, version: asked.version, visibility: 'staff' })
  expect(narrower).toMatchObject({ visibility: 'staff', wantedVisibility: null })
  const told = await church.staff.prayerRequests.share({ ...wider, version: narrower.version, consent: 'told' })
  expect(told).toMatchObject({ visibility: 'public', isPublic: true, consented: 'public' })
  await expect(church.staff.prayerRequests.share({ ...wider, version: 1 })).resolves.toMatchObject({
    visibility: 'public',
  })
})

test('added for others it needs their permission, and a private one a pastor', async () => {
  const church = await aChurch()
  await expect(add(church, { visibility: 'public', permission: false })).rejects.toMatchObject(issue('permission'))
  await expect(add(church, { isPrivate: true }, church.staff)).rejects.toMatchObject(issue('isPrivate'))
  await expect(add(church, { request: 'hm' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(add(church, { request: 'x'.repeat(10_000) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(add(church, {}, church.volunteer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const id = randomUUID()
  await Promise.all([add(church, { id }), add(church, { id })])
  expect(await ids(church.owner)).toEqual([id])
})

test('the status changes with its history; an answer keeps its testimony and the consent to share it', async () => {
  const church = await aChurch()
  const { id, version } = await add(church, { visibility: 'church' })
  const answered = await church.staff.prayerRequests.setStatus({
    id,
    version,
    status: 'answered',
    note: 'She called',
    testimony: 'Walking again',
    testimonyShared: true,
  })
  expect(answered).toMatchObject({ status: 'answered', testimony: 'Walking again', testimonyShared: true })
  const again = await church.staff.prayerRequests.setStatus({ id, version: answered.version, status: 'praying' })
  expect(again.history.map(({ from, to, note }) => [from, to, note])).toEqual([
    ['new', 'answered', 'She called'],
    ['answered', 'praying', ''],
  ])
  await expect(
    church.owner.prayerRequests.setStatus({ id, version: answered.version, status: 'archived' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  const [year] = [new Date(clock.ms()).getUTCFullYear()]
  await church.staff.prayerRequests.setStatus({ id, version: again.version, status: 'answered' })
  expect(await church.volunteer.prayerRequests.year({ year })).toMatchObject({ requests: 1, items: [{ id }] })
})

test('signs of danger: private at once, the person on call is paged, and the person who takes it reads it in any role', async () => {
  const church = await aChurch()
  await church.owner.crisis.addShift({
    id: randomUUID(),
    userId: church.people.volunteer.id,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
  })
  const email = newEmail()
  const { id } = await add(church, {
    visibility: 'public',
    name: 'Kim Lee',
    email,
    request: 'Pray for me. I want to end my life tonight.',
  })
  expect(await church.pastor.prayerRequests.get({ id })).toMatchObject({ isPrivate: true, visibility: 'staff' })
  for (const role of ['staff', 'admin', 'volunteer'] as const) expect(await ids(church[role])).toEqual([])
  await church.settle()
  const [alert] = (await church.volunteer.crisis.list({})).items
  expect(alert).toMatchObject({ kind: 'self_harm', source: 'prayer', state: 'open' })
  await expect(church.volunteer.crisis.words({ id: alert!.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await church.volunteer.crisis.take({ id: alert!.id })
  expect(await church.volunteer.crisis.words({ id: alert!.id })).toMatchObject({ name: 'Kim Lee', email })
  expect(await ids(church.volunteer)).toEqual([])
  await expect(church.volunteer.prayerRequests.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // Nothing of it stands where more people look.
  const [person] = (await church.staff.people.list({ search: 'Kim Lee' })).items
  const timeline = await church.staff.timeline.list({ personId: person!.id })
  expect(JSON.stringify(timeline)).not.toContain('rayer')
  expect(await ids(church.staff, { personId: person!.id })).toEqual([])
  expect(await ids(church.pastor, { personId: person!.id })).toEqual([id])
})

test('what came in twice is merged: both writers stay, prayers add up; erased words are gone, the count stays', async () => {
  const church = await aChurch()
  const one = await add(church, { name: 'Mother', visibility: 'prayer_team' })
  const two = await add(church, { name: 'Son', visibility: 'prayer_team', request: `${words} please` })
  await church.pastor.prayerRequests.pray({ id: two.id })
  expect((await church.staff.prayerRequests.get({ id: one.id })).doubles.map(({ id }) => id)).toEqual([two.id])
  const merged = await church.staff.prayerRequests.merge({ id: one.id, doubleId: two.id })
  expect(merged).toMatchObject({ prayerCount: 1, name: 'Mother, Son', doubles: [] })
  expect(await ids(church.staff)).toEqual([one.id])
  await expect(church.staff.prayerRequests.merge({ id: one.id, doubleId: two.id })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await church.pastor.prayerRequests.addNote({ id: one.id, noteId: randomUUID(), body: 'Called her' })
  await church.staff.prayerRequests.erase({ id: one.id })
  await expect(church.pastor.prayerRequests.get({ id: one.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await church.inside(ctx => ctx.db.$count(prayerRequesters))).toBe(0)
  const year = new Date(clock.ms()).getUTCFullYear()
  expect(await church.owner.prayerRequests.year({ year })).toMatchObject({ requests: 2, prayers: 1 })
})

test('before it expires its writer is asked, then it rests; a prayer keeps it', async () => {
  const church = await aChurch()
  const email = newEmail()
  const asked = await add(church, { email, name: 'Ann Hill' })
  const kept = await add(church)
  await church.settle()
  clock.advance(days(28))
  await church.pastor.prayerRequests.pray({ id: kept.id })
  await runWaitingJobs({ schedules: true })
  const mails = () => mailsTo(email)
  expect((await mails()).map((one: { subject: string }) => one.subject)).toEqual(['How is your prayer request?'])
  clock.advance(days(3))
  await runWaitingJobs({ schedules: true })
  expect(await mails()).toHaveLength(1)
  const states = await Promise.all(
    [asked, kept].map(async ({ id }) => (await church.staff.prayerRequests.get({ id })).status),
  )
  expect(states).toEqual(['archived', 'praying'])
})

test('those who wanted to hear of it are told how many prayed, once a day; the team gets its digest of what it may read', async () => {
  const church = await aChurch()
  const email = newEmail()
  const { id } = await add(church, { email, visibility: 'prayer_team', notifyPrayed: true, name: 'Ann Hill' })
  await add(church, { request: 'For the staff alone, please' })
  for (const role of ['pastor', 'staff', 'volunteer'] as const) await church[role].prayerRequests.pray({ id })
  const settings = await church.owner.prayerRequests.settings({})
  await church.owner.prayerRequests.saveSettings({ ...settings, digest: 'daily', digestHour: 0 })
  await runWaitingJobs({ schedules: true })
  await runWaitingJobs({ schedules: true })
  const mails = await mailsTo(email)
  expect(mails.map((one: { subject: string }) => one.subject)).toEqual(['You were prayed for 3 times'])
  const told = (await church.volunteer.notifications.list({})).items.filter(({ type }) => type === 'prayer-digest')
  expect(told).toMatchObject([{ title: '1 new prayer request', body: `Ann Hill: ${words}` }])
})

test('a minor’s request stays with the staff, and nobody writes to the minor', async () => {
  const church = await aChurch()
  const email = newEmail()
  await church.staff.people.create({
    firstName: 'Tim',
    lastName: 'Young',
    birthDate: '2015-05-01',
    points: [{ kind: 'email', value: email }],
  })
  const { id } = await add(church, { name: 'Tim Young', email, visibility: 'public', notifyPrayed: true })
  await church.settle()
  const row = await church.staff.prayerRequests.get({ id })
  expect(row).toMatchObject({ isMinor: true, visibility: 'staff', personId: expect.any(String) })
  const shared = { id, version: row.version, visibility: 'public' as const }
  expect(await church.staff.prayerRequests.share({ ...shared, consent: 'told' })).toMatchObject({
    visibility: 'public',
  })
  expect(await mailsTo(email)).toEqual([])
})

test('a care task names no word of the request; an assigned member is told', async () => {
  const church = await aChurch()
  const { id, version } = await add(church, { name: 'Ann Hill', email: newEmail() })
  const assigned = await church.owner.prayerRequests.update({ id, version, assignedTo: church.people.pastor.id })
  expect((await church.pastor.notifications.list({})).items).toMatchObject([{ type: 'prayer-assigned' }])
  const both = await Promise.all([
    church.pastor.prayerRequests.careTask({ id }),
    church.pastor.prayerRequests.careTask({ id }),
  ])
  expect(both[0]!.taskId).not.toBeNull()
  expect((await church.pastor.tasks.list({})).items.map(({ title }) => title)).toContain(
    'Follow up on a prayer request',
  )
  const { version: now } = await church.owner.prayerRequests.get({ id })
  expect(now).toBe(assigned.version + 1)
  expect(await church.owner.prayerRequests.update({ id, version: now })).toMatchObject({ version: now })
})
