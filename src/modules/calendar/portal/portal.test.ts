import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { aType, at, bookOnline, newGuest } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'
import { aBrowser } from '#testing/portal.ts'

afterEach(() => clock.reset())

test('a person sees their own upcoming appointments in the portal, with the way to change them, and nobody else’s', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const [maria, sam] = [newGuest(), { ...newGuest(), name: 'Sam Hill' }]
  for (const [i, guest] of [maria, sam].entries()) await bookOnline(type, at(2, `1${i}:00`), guest)
  // What a booking page added is confirmed by a member before it opens the portal.
  const { items } = await church.staff.people.list({ search: 'Maria' })
  const { id, points } = await church.staff.people.get({ id: items[0]!.id })
  for (const point of points) if (point.unconfirmed) await church.staff.people.confirmPoint({ id, pointId: point.id })
  const browser = await aBrowser(church)
  expect((await browser.get('/appointments')).status).toBe(303)
  await browser.signIn(maria.email)
  const html = await (await browser.get('/appointments')).text()
  expect(html).toContain('Coffee with the pastor')
  expect(html.match(/Change or cancel/g)).toHaveLength(1)
  const link = /href="(\/book\/[^"]+\/appointment\/[^"]+)"/.exec(html)![1]!
  const own = await (await browser.send(link)).text()
  expect(own).toContain('Cancel appointment')
  expect(await (await browser.get()).text()).toContain('Appointments')
  await browser.send(`${link}/cancel`, { method: 'POST' })
  expect(await (await browser.get('/appointments')).text()).toContain('You have no upcoming appointments.')
})
