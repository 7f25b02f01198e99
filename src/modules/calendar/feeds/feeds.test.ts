import { afterEach, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { aCalendar, at, type Church } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'

afterEach(() => clock.reset())

async function get(url: string, headers: Record<string, string> = {}) {
  const { send } = await aServer()
  const response = await send(new URL(url).pathname, { headers })
  return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() }
}
const unfolded = (text: string) => text.replace(/\r\n[ \t]/g, '')

async function withAppointments(church: Church) {
  const { hostOf } = await aCalendar(church)
  const room = await church.staff.calendarResources.create({ kind: 'room', name: 'Room 1' })
  const base = { minutes: 60, resourceIds: [hostOf('pastor').id, room.id], attendees: [{ name: 'Maria Lopez' }] }
  const open = await church.pastor.appointments.create({ ...base, title: 'Baptism class', startsAt: at(1, '10:00') })
  const secret = { ...base, title: 'Marriage in trouble', location: 'Her home', isConfidential: true }
  await church.pastor.appointments.create({ ...secret, startsAt: at(1, '14:00') })
  return { room, open, hostOf }
}

test('a member’s appointments by a secret address; confidential ones say nothing; revoked it is gone', async () => {
  const church = await aChurch()
  const { open } = await withAppointments(church)
  const { id, url } = await church.pastor.calendarFeeds.create({ name: 'My phone' })
  const first = await get(url)
  expect(first.status).toBe(200)
  const text = unfolded(first.text)
  expect(text).toContain('SUMMARY:Baptism class')
  expect(text).toContain('DESCRIPTION:With Maria Lopez')
  expect(text).toContain('SUMMARY:Appointment')
  expect(text.match(/With Maria/g)).toHaveLength(1)
  expect(text).not.toMatch(/Marriage|Her home/)
  // Nothing new: nothing is sent. A change has another tag.
  expect(await get(url, { 'if-none-match': first.etag })).toMatchObject({ status: 304, text: '' })
  await church.pastor.appointments.cancel({ id: open.id })
  const second = await get(url, { 'if-none-match': first.etag })
  expect(second.status).toBe(200)
  expect(unfolded(second.text)).toMatch(/STATUS:CANCELLED/)
  expect(unfolded(second.text)).toMatch(/SEQUENCE:1/)
  expect((await church.pastor.calendarFeeds.list({})).items).toMatchObject([{ id, lastReadAt: expect.any(Date) }])
  await church.pastor.calendarFeeds.remove({ id })
  expect((await get(url)).status).toBe(404)
  expect((await church.pastor.calendarFeeds.list({})).items).toEqual([])
})

test('a room’s feed names nobody; feeds of others can’t be made, seen or revoked', async () => {
  const church = await aChurch()
  const { room, hostOf } = await withAppointments(church)
  const { url } = await church.staff.calendarFeeds.create({ name: 'Screen in the hall', resourceId: room.id })
  const text = unfolded((await get(url)).text)
  expect(text).toContain('SUMMARY:Baptism class')
  expect(text).not.toMatch(/Maria|Marriage/)
  const pastor = hostOf('pastor').id
  await expect(church.staff.calendarFeeds.create({ name: 'x', resourceId: pastor })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const own = await church.pastor.calendarFeeds.create({ name: 'Own' })
  expect((await church.staff.calendarFeeds.list({})).items.map(one => one.name)).toEqual(['Screen in the hall'])
  await expect(church.staff.calendarFeeds.remove({ id: own.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.volunteer.calendarFeeds.create({ name: 'x', resourceId: room.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('feeds read far too often wait; guessed addresses and those of members who left lead nowhere', async () => {
  const church = await aChurch()
  await aCalendar(church)
  const { url } = await church.staff.calendarFeeds.create({ name: 'Phone' })
  for (let i = 0; i < 240; i++) expect((await get(url)).status).toBe(200)
  expect((await get(url)).status).toBe(429)
  clock.advance(hours(1) + 1)
  expect((await get(url)).status).toBe(200)
  expect((await get(url.replace(/.{6}\.ics$/, 'aaaaaa.ics'))).status).toBe(404)
  expect((await get(url.replace(/[^/]+\.ics$/, 'x.ics'))).status).toBe(404)
  await church.owner.members.remove({
    id: (await church.owner.members.list({})).items.find((one: any) => one.userId === church.people.staff.id)!.id,
  })
  expect((await get(url)).status).toBe(404)
})
