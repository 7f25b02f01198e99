import { expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { hiddenIn } from '#testing/forms.ts'
import { aServer } from '#testing/web.ts'

test('what the page offered to check in undoes nobody’s check-in', async () => {
  const church = await aChurch()
  await church.owner.attendance.configure({ selfCheckIn: true })
  const points = [{ kind: 'phone' as const, label: 'mobile' as const, value: '(512) 555-0143' }]
  const ann = await church.staff.people.create({ firstName: 'Ann', lastName: 'Baker', points })
  const service = await church.staff.appointments.create({
    title: 'Sunday service',
    type: 'event',
    startsAt: new Date(clock.ms() + minutes(20)),
    minutes: 75,
  })
  const path = new URL((await church.staff.attendance.settings({})).url).pathname
  await church.staff.attendance.checkIn({ id: service.id, personIds: [ann.id] })
  const server = await aServer()
  const send = async (p: string, fields: Record<string, string>) =>
    (
      await server.send(p, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).text()
  const found = await send(`${path}/find`, { digits: '0143', event: service.id })
  await send(`${path}/undo`, { choice: hiddenIn(found, 'choice') })
  expect((await church.staff.attendance.get({ id: service.id })).checkedIn).toBe(1)
})

test('someone who tries all numbers is stopped after sixty that nobody has; a household is found until then', async () => {
  const church = await aChurch()
  await church.owner.attendance.configure({ selfCheckIn: true })
  const points = [{ kind: 'phone' as const, label: 'mobile' as const, value: '(512) 555-0143' }]
  await church.staff.people.create({ firstName: 'Ann', lastName: 'Baker', points })
  await church.staff.appointments.create({
    title: 'Sunday service',
    type: 'event',
    minutes: 75,
    startsAt: new Date(clock.ms() + minutes(20)),
  })
  const path = new URL((await church.staff.attendance.settings({})).url).pathname
  const { send } = await aServer()
  const find = (digits: string) =>
    send(`${path}/find`, {
      method: 'POST',
      body: new URLSearchParams({ digits }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  for (let i = 0; i < 60; i++) expect((await find(String(2000 + i))).status).toBe(422)
  expect((await find('2999')).status).toBe(429)
  expect((await find('0143')).status).toBe(429)
})
