import { expect, test } from 'vitest'
import { clock, hours, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { sendMail } from '#messaging/service.ts'
import { aChurch, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

const states = async () => {
  const { services } = await clientFor(nobody()).status.health({})
  return Object.fromEntries(services.map(service => [service.name, service.state]))
}
const allWell = {
  'Web application': 'operational',
  Database: 'operational',
  'Background jobs': 'operational',
  Mail: 'operational',
}

test('the four services are looked at, and what waits too long shows', async () => {
  const church = await aChurch()
  await runWaitingJobs()
  expect(await states()).toEqual(allWell)
  const mail = { to: 'x@example.org', subject: 'x', text: 'x', html: 'x', kind: 'test', dedupeKey: 'x' }
  await church.inside(ctx => sendMail(ctx, mail))
  clock.advance(minutes(6))
  expect(await states()).toEqual({ ...allWell, 'Background jobs': 'degraded', Mail: 'degraded' })
  await runWaitingJobs()
  clock.advance(seconds(6))
  expect(await states()).toEqual(allWell)
  clock.reset()
})

test('what is planned for tonight is no trouble with the mail', async () => {
  const church = await aChurch()
  const mail = { to: 'y@example.org', subject: 'x', text: 'x', html: 'x', kind: 'test', dedupeKey: 'y' }
  await church.inside(ctx => sendMail(ctx, { ...mail, notBefore: new Date(clock.ms() + hours(8)) }))
  await runWaitingJobs()
  // An answer is kept for five seconds, the one of the test before too.
  clock.advance(minutes(8))
  expect(await states()).toEqual(allWell)
  const { owner } = await testHouse()
  await owner.query(`update messages set tries = 7, problem = 'connection refused' where dedupe_key = 'y'`)
  clock.advance(seconds(6))
  expect(await states()).toEqual({ ...allWell, Mail: 'degraded' })
  await owner.query(`delete from messages where dedupe_key = 'y'`)
  clock.reset()
})
