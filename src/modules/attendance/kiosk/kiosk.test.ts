import { afterEach, expect, test } from 'vitest'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { hiddenIn } from '#testing/forms.ts'
import { aServer } from '#testing/web.ts'

afterEach(() => clock.reset())

/** A church with self check-in, a family with one phone number, and a service that is about to begin. */
async function aLobby() {
  const church = await aChurch()
  await church.owner.attendance.configure({ selfCheckIn: true })
  const points = [{ kind: 'phone' as const, label: 'mobile' as const, value: '(512) 555-0143' }]
  const ann = await church.staff.people.create({ firstName: 'Ann', lastName: 'Baker', points })
  const ben = await church.staff.people.create({ firstName: 'Ben', lastName: 'Baker', birthDate: '2018-03-04' })
  const home = await church.staff.households.create({
    name: 'Baker family',
    members: [
      { personId: ann.id, isPrimary: true },
      { personId: ben.id, role: 'child' },
    ],
  })
  const service = await church.staff.appointments.create({
    title: 'Sunday service',
    type: 'event',
    startsAt: new Date(clock.ms() + minutes(20)),
    minutes: 75,
  })
  const { url } = await church.staff.attendance.settings({})
  return { church, ann, ben, home, service, path: new URL(url).pathname }
}

async function send(path: string, fields?: [string, string][]) {
  const server = await aServer()
  const response = await server.send(path, {
    ...(fields && {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  })
  return { status: response.status, html: await response.text() }
}

const find = (path: string, digits: string, event: string) =>
  send(`${path}/find`, [
    ['digits', digits],
    ['event', event],
  ])

test('a household finds itself by four digits, ticks who is here, and undoes it; the page shows first names alone', async () => {
  const { church, service, path, ben } = await aLobby()
  expect((await send(path)).html).toContain('Last four digits')
  const found = await find(path, '0143', service.id)
  expect(found.status).toBe(200)
  for (const name of ['Ann', 'Ben']) expect(found.html).toContain(name)
  expect(found.html).not.toMatch(/Baker|555|2018/)
  const choice = hiddenIn(found.html, 'choice')
  const tick = () =>
    send(`${path}/here`, [
      ['choice', choice],
      ['person', found.html.indexOf('Ann') < found.html.indexOf('Ben') ? '1' : '0'],
    ])
  const done = await tick()
  expect(done.html).toContain('Ben is checked in.')
  expect((await tick()).html).toContain('checked in already')
  const here = () => church.staff.attendance.people({ id: service.id, present: true })
  expect((await here()).items).toMatchObject([{ id: ben.id, source: 'phone' }])
  await send(`${path}/undo`, [['choice', hiddenIn(done.html, 'choice')]])
  expect((await here()).items).toEqual([])
})

test('a card finds its household until it is replaced', async () => {
  const { church, home, path } = await aLobby()
  const card = await church.staff.attendance.card({ householdId: home.id })
  expect(card.svg).toContain('<svg')
  expect(await church.staff.attendance.card({ householdId: home.id })).toEqual(card)
  const at = (url: string) => send(`${path}${new URL(url).search}`)
  expect((await at(card.url)).html).toContain('Ann')
  const renewed = await church.staff.attendance.renewCard({ householdId: home.id })
  expect((await at(card.url)).html).toContain('not known any more')
  expect((await at(renewed.url)).html).toContain('Ann')
})

test('a choice that was forged, of another church or too old checks nobody in', async () => {
  const [one, other] = [await aLobby(), await aLobby()]
  const { html } = await find(other.path, '0143', other.service.id)
  const choices = ['', 'v1.a.b.c.d', hiddenIn(html, 'choice')]
  for (const choice of choices) {
    const { html } = await send(`${one.path}/here`, [
      ['choice', choice],
      ['person', '0'],
    ])
    expect(html).toContain('enter your digits again')
  }
  const mine = hiddenIn((await find(one.path, '0143', one.service.id)).html, 'choice')
  clock.advance(minutes(16))
  await send(`${one.path}/here`, [
    ['choice', mine],
    ['person', '0'],
  ])
  for (const { church, service } of [one, other])
    expect((await church.staff.attendance.get({ id: service.id })).checkedIn).toBe(0)
})

test('nothing is found outside of a service, before the church turns it on, or by trying all numbers', async () => {
  const { church, service, path } = await aLobby()
  expect((await find(path, '9999', service.id)).html).toContain('no household')
  expect((await find(path, '143', service.id)).html).toContain('four digits')
  for (let i = 0; i < 300; i++) await find(path, '9999', service.id)
  expect((await find(path, '0143', service.id)).status).toBe(429)
  clock.advance(hours(3))
  expect((await send(path)).html).toContain('Check-in is closed')
  expect((await find(path, '0143', service.id)).html).not.toContain('Ann')
  clock.reset()
  await church.owner.attendance.configure({ selfCheckIn: false })
  expect((await find(path, '0143', service.id)).html).toContain('Check-in is closed')
  await expect(church.staff.attendance.configure({ selfCheckIn: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await send('/checkin/no-such-church')).status).toBe(404)
})

test('a kiosk starts over by itself, a phone does not', async () => {
  const { service, path } = await aLobby()
  const onKiosk = await send(`${path}/find`, [
    ['digits', '0143'],
    ['event', service.id],
    ['kiosk', '1'],
  ])
  expect(onKiosk.html).toContain(`data-reset="${path}?kiosk=1" data-seconds="15"`)
  expect((await find(path, '0143', service.id)).html).not.toContain('data-reset')
})
