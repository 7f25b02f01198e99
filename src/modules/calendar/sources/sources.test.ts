// Isolated: it allows loopback addresses, so that calendar servers of the tests answer.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

vi.stubEnv('WEBHOOKS_TO_LOOPBACK', 'on')
const { clock, hours, minutes } = await import('#kernel/clock.ts')
const { runWaitingJobs } = await import('#kernel/jobs.ts')
const { aChurch } = await import('#testing/church.ts')
const { aCalendar, aType, at, bookOnline } = await import('#testing/calendar.ts')
const { aCalDavServer } = await import('#testing/caldav.ts')
const { addSandboxEvent, changeSandboxEvent, sandboxEventsOf } = await import('#providers/calendars/sandbox/service.ts')

type Church = Awaited<ReturnType<typeof aChurch>>
const stamp = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const event = (start: Date, length = 60, more = '') =>
  `BEGIN:VEVENT\r\nUID:${+start}@example.org\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Dentist\r\nDTSTART:${stamp(start)}\r\nDTEND:${stamp(new Date(+start + minutes(length)))}\r\n${more}END:VEVENT\r\n`
const file = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//EN\r\n${events.join('')}END:VCALENDAR\r\n`

let answer: { status?: number; body: string; headers?: Record<string, string> }
let asked: http.IncomingHttpHeaders[] = []
const server = http.createServer((request, response) => {
  asked.push(request.headers)
  if (answer.headers?.etag && request.headers['if-none-match'] === answer.headers.etag)
    return response.writeHead(304).end()
  response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
})
let url: string
beforeAll(async () => {
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cal.ics`
})
beforeEach(() => {
  asked = []
  answer = { body: file() }
})
afterEach(() => clock.reset())
afterAll(async () => {
  vi.unstubAllEnvs()
  await new Promise(done => server.close(done))
})

/** Time passes, and what is due is read. */
async function later(time: number) {
  clock.advance(time)
  await runWaitingJobs({ schedules: true })
}
const sourceOf = async (church: Church) => (await church.pastor.calendarSources.list({})).items[0]!
const busyOf = async (church: Church) =>
  (await church.pastor.calendarSources.busy({ from: at(0, '00:00'), to: at(20, '00:00') })).items

test('a calendar by address makes its host busy: guests can’t book, staff see why, and it is read again when it changed', async () => {
  const church = await aChurch()
  const type = await aType(church)
  answer = { body: file(event(at(1, '10:00'))), headers: { etag: '"1"' } }
  const made = await church.pastor.calendarSources.create({ kind: 'ics', name: 'Family', url })
  expect(JSON.stringify(made)).not.toContain('cal.ics')
  await church.settle()
  expect(await busyOf(church)).toMatchObject([
    { startsAt: at(1, '10:00'), endsAt: at(1, '11:00'), reason: 'Busy in Family' },
  ])
  expect(await sourceOf(church)).toMatchObject({ busyTimes: 1, problem: '', lastReadAt: expect.any(Date) })
  expect((await bookOnline(type, at(1, '10:30'))).response.status).toBe(409)
  await later(minutes(16))
  expect(asked.at(-1)!['if-none-match']).toBe('"1"')
  expect(await busyOf(church)).toHaveLength(1)
  answer = { body: file(event(at(2, '10:00'))), headers: { etag: '"2"' } }
  await later(minutes(16))
  expect(await busyOf(church)).toMatchObject([{ startsAt: at(2, '10:00') }])
  expect((await bookOnline(type, at(1, '10:30'))).response.status).toBe(303)
})

test('what goes wrong is shown, tried later and later, and keeps what was known', async () => {
  const church = await aChurch()
  await aCalendar(church)
  answer = { body: file(event(at(1, '10:00'))) }
  await church.pastor.calendarSources.create({ kind: 'ics', name: 'Family', url })
  await church.settle()
  answer = { status: 404, body: '' }
  await later(minutes(16))
  const first = await sourceOf(church)
  expect(first).toMatchObject({ failures: 1, problem: 'There is no calendar at this address any more.' })
  expect(await busyOf(church)).toHaveLength(1)
  await later(minutes(16))
  expect((await sourceOf(church)).nextAt!.getTime() - clock.ms()).toBeGreaterThan(minutes(25))
  answer = { body: file(event(at(1, '10:00'))) }
  await church.pastor.calendarSources.sync({ id: first.id })
  await church.settle()
  expect(await sourceOf(church)).toMatchObject({ failures: 0, problem: '' })
})

test.each([
  ['a web page', () => ({ body: '<html>Sign in</html>' }), 'no calendar file'],
  ['more than 10 MB', () => ({ body: 'x'.repeat(10_000_001) }), 'too large'],
  [
    'a redirect to the cloud’s own address',
    () => ({ status: 302, body: '', headers: { location: 'https://169.254.169.254/latest/meta-data/' } }),
    'not on the public internet',
  ],
])('%s is refused with a sentence', async (_what, given, why) => {
  const church = await aChurch()
  await aCalendar(church)
  answer = given()
  await expect(church.pastor.calendarSources.create({ kind: 'ics', name: 'Odd', url })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining(why),
  })
})

test('almost 10 MB with rules that repeat without end is read in time, and the real event counts', async () => {
  const church = await aChurch()
  await aCalendar(church)
  const bomb = (i: number) =>
    event(new Date('1900-01-01T00:00Z'), 1, 'RRULE:FREQ=SECONDLY\r\n').replace(/UID:.*\r\n/, `UID:${i}@bomb\r\n`)
  const bombs = Array.from({ length: 60_000 }, (_, i) => bomb(i))
  answer = { body: file(event(at(1, '10:00')), ...bombs) }
  expect(answer.body.length).toBeGreaterThan(9_000_000)
  await church.pastor.calendarSources.create({ kind: 'ics', name: 'Odd', url })
  await church.settle()
  expect(await sourceOf(church)).toMatchObject({ busyTimes: 1, ignored: 60_000, problem: '' })
})

test('events that can’t be read are listed with the connection; what is known of them stays busy', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const odd = event(at(1, '10:00'), 60, 'RRULE:FREQ=FORTNIGHTLY\r\n')
  answer = { body: file(odd, event(at(2, '10:00'))) }
  await church.pastor.calendarSources.create({ kind: 'ics', name: 'Family', url })
  await church.settle()
  const reason = 'Its repetition can’t be read. Only its first date is kept busy.'
  expect(await sourceOf(church)).toMatchObject({
    busyTimes: 2,
    ignored: 1,
    problem: '',
    unread: [{ title: 'Dentist', day: at(1, '10:00').toISOString().slice(0, 10), reason }],
  })
  expect((await bookOnline(type, at(1, '10:00'))).response.status).toBe(409)
  answer = { body: file(event(at(2, '10:00'))) }
  await later(hours(1))
  expect(await sourceOf(church)).toMatchObject({ ignored: 0, unread: [] })
})

test('only addresses on the public internet, and only one’s own calendar without the right to others', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  for (const odd of [
    'http://10.0.0.1/x.ics',
    'https://printer.local/x.ics',
    'file:///etc/passwd',
    'https://u:p@example.org/',
  ])
    await expect(church.pastor.calendarSources.create({ kind: 'ics', name: 'Odd', url: odd })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  await expect(
    church.volunteer.calendarSources.create({ kind: 'sandbox', name: 'x', resourceId: hostOf('pastor').id }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

async function connected(church: Church) {
  const { hostOf } = await aCalendar(church)
  const host = hostOf('pastor').id
  const source = await church.pastor.calendarSources.create({ kind: 'sandbox', name: 'Outlook', writesOut: true })
  await church.settle()
  const book = (start: Date, more: object = {}) =>
    church.pastor.appointments.create({ title: 'Coffee', startsAt: start, minutes: 60, resourceIds: [host], ...more })
  return { host, source, book }
}

test('appointments are written out, moved and removed there; our own writing is no news', async () => {
  const church = await aChurch()
  const { host, book } = await connected(church)
  const one = await book(at(1, '10:00'))
  await book(at(1, '14:00'), { title: 'Marriage in trouble', isConfidential: true })
  await church.settle()
  expect((await sandboxEventsOf(host)).map(each => [each.title, each.startsAt])).toEqual([
    ['Coffee', at(1, '10:00')],
    ['Appointment', at(1, '14:00')],
  ])
  const before = await sandboxEventsOf(host)
  await later(minutes(16))
  expect(await sandboxEventsOf(host)).toEqual(before)
  expect(await busyOf(church)).toEqual([])
  await church.pastor.appointments.move({ id: one.id, version: one.version, startsAt: at(1, '11:00') })
  await church.settle()
  expect((await sandboxEventsOf(host))[0]!.startsAt).toEqual(at(1, '11:00'))
  await church.pastor.appointments.cancel({ id: one.id })
  await church.settle()
  expect((await sandboxEventsOf(host)).map(each => each.title)).toEqual(['Appointment'])
})

test('moved there it is moved here, deleted there it is canceled; a time that is taken is flagged instead', async () => {
  const church = await aChurch()
  const { host, book } = await connected(church)
  const [one, two] = [await book(at(1, '10:00')), await book(at(1, '14:00'))]
  await church.settle()
  await changeSandboxEvent({ id: one.id }, { startsAt: at(1, '11:00'), endsAt: at(1, '12:00') })
  await later(minutes(16))
  const moved = await church.pastor.appointments.get({ id: one.id })
  expect(moved).toMatchObject({ startsAt: at(1, '11:00'), endsAt: at(1, '12:00'), flag: null })
  // Onto the other appointment: nothing is moved here, and it is not said again and again.
  await changeSandboxEvent({ id: one.id }, { startsAt: at(1, '14:30'), endsAt: at(1, '15:30') })
  await later(minutes(16))
  const flagged = await church.pastor.appointments.get({ id: one.id })
  expect(flagged).toMatchObject({ startsAt: at(1, '11:00'), flag: expect.stringContaining('that time is taken') })
  await church.pastor.appointments.clearFlag({ id: one.id })
  await later(minutes(16))
  expect((await church.pastor.appointments.get({ id: one.id })).flag).toBeNull()
  await changeSandboxEvent({ id: two.id }, { deletedAt: clock.now() })
  await later(minutes(16))
  expect(await church.pastor.appointments.get({ id: two.id })).toMatchObject({
    status: 'cancelled',
    cancelReason: 'Deleted in Outlook',
  })
  await addSandboxEvent(host, { title: 'Dentist', startsAt: at(2, '09:00'), endsAt: at(2, '10:00') })
  await later(minutes(16))
  expect(await busyOf(church)).toMatchObject([{ startsAt: at(2, '09:00'), reason: 'Busy in Outlook' }])
})

test('an appointment with another host is not canceled by one of them; changed on both sides, ours stays', async () => {
  const church = await aChurch()
  const { host, book } = await connected(church)
  const { hostOf } = await aCalendar(church)
  const shared = await book(at(1, '10:00'), { resourceIds: [host, hostOf('staff').id] })
  const both = await book(at(1, '14:00'))
  await church.settle()
  await changeSandboxEvent({ id: shared.id }, { deletedAt: clock.now() })
  await changeSandboxEvent({ id: both.id }, { startsAt: at(1, '15:00'), endsAt: at(1, '16:00') })
  await church.pastor.appointments.move({ id: both.id, version: both.version, startsAt: at(1, '16:00') })
  await later(minutes(16))
  await later(minutes(2))
  const kept = await church.pastor.appointments.get({ id: shared.id })
  expect(kept).toMatchObject({ status: 'confirmed', flag: expect.stringContaining('Deleted in Outlook') })
  expect((await church.pastor.appointments.get({ id: both.id })).startsAt).toEqual(at(1, '16:00'))
  expect((await sandboxEventsOf(host)).map(each => each.startsAt)).toEqual([at(1, '16:00')])
})

test('a CalDAV account: its calendars, writing with ETags, changes back, busy times, a wrong password', async () => {
  const church = await aChurch()
  const { hostOf } = await aCalendar(church)
  const dav = await aCalDavServer()
  const access = { kind: 'caldav' as const, url: dav.url, username: 'pastor', password: 'app-password' }
  await expect(church.pastor.calendarSources.find({ ...access, password: 'wrong' })).rejects.toMatchObject({
    message: expect.stringContaining('app password'),
  })
  const { items } = await church.pastor.calendarSources.find(access)
  expect(items).toMatchObject([{ id: `${dav.url}pastor/work/`, name: 'Work' }])
  dav.put('own.ics', file(event(at(2, '09:00'))))
  const source = await church.pastor.calendarSources.create({ ...access, name: 'Nextcloud', writesOut: true })
  expect(JSON.stringify(source)).not.toContain('app-password')
  const one = await church.pastor.appointments.create({
    title: 'Coffee',
    startsAt: at(1, '10:00'),
    minutes: 60,
    resourceIds: [hostOf('pastor').id],
  })
  await church.settle()
  expect(await busyOf(church)).toMatchObject([{ startsAt: at(2, '09:00'), reason: 'Busy in Nextcloud' }])
  const name = `${one.id}.ics`
  expect(dav.files.get(name)!.text).toContain('SUMMARY:Coffee')
  const uid = /UID:(\S+)/.exec(dav.files.get(name)!.text)![1]
  const writes = () => dav.asked.filter(line => line.startsWith('PUT')).length
  const before = writes()
  await later(minutes(16))
  expect(writes()).toBe(before)
  // Moved here: the same event, with its SEQUENCE.
  await church.pastor.appointments.move({ id: one.id, version: one.version, startsAt: at(1, '11:00') })
  await church.settle()
  const text = dav.files.get(name)!.text
  expect(text).toContain(`UID:${uid}`)
  expect(text).toContain('SEQUENCE:1')
  // Moved there.
  dav.put(
    name,
    text.replace(stamp(at(1, '11:00')), stamp(at(1, '13:00'))).replace(stamp(at(1, '12:00')), stamp(at(1, '14:00'))),
  )
  await later(minutes(16))
  expect((await church.pastor.appointments.get({ id: one.id })).startsAt).toEqual(at(1, '13:00'))
  dav.files.delete(name)
  await later(minutes(16))
  expect((await church.pastor.appointments.get({ id: one.id })).status).toBe('cancelled')
  await church.pastor.calendarSources.remove({ id: source.id })
  expect(await busyOf(church)).toEqual([])
  await dav.close()
})

test('turned off it makes nobody busy, and turned on again it is read', async () => {
  const church = await aChurch()
  await aCalendar(church)
  answer = { body: file(event(at(1, '10:00'))) }
  await church.pastor.calendarSources.create({ kind: 'ics', name: 'Family', url })
  await church.settle()
  const { id, version } = await sourceOf(church)
  const off = await church.pastor.calendarSources.update({ id, version, enabled: false })
  expect(await busyOf(church)).toEqual([])
  await later(hours(1))
  expect(await busyOf(church)).toEqual([])
  await church.pastor.calendarSources.update({ id, version: off.version, enabled: true })
  await church.settle()
  expect(await busyOf(church)).toHaveLength(1)
})
