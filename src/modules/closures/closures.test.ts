import { randomUUID as id } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { subscribe, suppress } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import { query } from '#testing/flock.ts'
import { aCaller, aPersonWith, human, passCalls, weekday } from '#testing/robocalls.ts'
import { aServer } from '#testing/web.ts'
import { usualEnd } from './rules/closures.ts'

afterEach(() => clock.reset())

test('a closure: texts to those who agreed, calls to the others, email, and the site says it until it ends', async () => {
  const { church } = await aCaller('Hope Chapel')
  const [ann, ben, cal] = [human(), human(), human()]
  await aPersonWith(church, 'Ann', ann)
  await aPersonWith(church, 'Ben', ben)
  await church.owner.people.create({
    firstName: 'Dee',
    lastName: 'Miller',
    points: [{ kind: 'email', value: `${id()}@example.org` }],
  })
  await aPersonWith(church, 'Cal', cal)
  await church.inside(ctx =>
    subscribe(ctx, ann, { channel: 'sms', topic: 'newsletter', source: 'form', wording: 'Yes', reference: id() }),
  )
  await church.inside(ctx => suppress(ctx, [{ value: cal, channel: 'all', reason: 'dnc', source: 'staff' }]))
  const words = {
    cause: 'weather' as const,
    message: 'All services today are canceled because of ice. Please stay home.',
  }
  expect(await church.owner.closures.estimate(words)).toMatchObject({
    texts: 1,
    calls: 1,
    emails: 1,
    unreached: 1,
    obstacles: [],
  })
  const until = weekday.plus({ hours: 8 }).toFormat("yyyy-LL-dd'T'HH:mm")
  const closureId = id()
  const made = await church.owner.closures.create({ id: closureId, ...words, until })
  await church.owner.closures.create({ id: closureId, ...words, until })
  await passCalls(60)
  const told = await church.owner.closures.get({ id: made.id })
  expect(told).toMatchObject({
    texts: { sent: 1, total: 1 },
    emails: { sent: 1, total: 1 },
    calls: { completed: 1, total: 1 },
  })
  const [call] = await query(`select number, said, proof from robocall_attempts where client_id = $1`, church.id)
  expect(call).toMatchObject({ number: ben, proof: { purpose: 'emergency', consent: null } })
  expect(call.said).toContain('This is Hope Chapel. To stop these calls, press 9. All services today are canceled')
  const [{ slug }] = await query(`select slug from clients where id = $1`, church.id)
  const { send } = await aServer()
  const page = async () => (await send(`/pray/${slug}`)).text()
  expect(await page()).toContain('class="notice-bar"')
  expect(await page()).toContain('canceled because of ice')
  await church.owner.closures.end({ id: made.id })
  expect(await page()).not.toContain('class="notice-bar"')
  // What isn't an emergency reaches only those who agreed; and an emergency asks for nothing.
  expect(await church.owner.closures.estimate({ cause: 'other', message: 'We moved the picnic.' })).toMatchObject({
    calls: 0,
  })
  await expect(
    church.owner.closures.estimate({ ...words, message: 'We are closed. Please give online.' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(church.staff.closures.create({ id: id(), ...words, until })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the notice stands until the end of the day; announced in the evening, until the end of the next one', () => {
  expect(usualEnd('2026-11-30T07:15')).toBe('2026-11-30T23:59')
  expect(usualEnd('2026-11-30T19:09')).toBe('2026-12-01T23:59')
})
