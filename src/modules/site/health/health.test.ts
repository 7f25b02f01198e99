import { expect, test } from 'vitest'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { sendMail } from '#messaging/service.ts'
import { aChurch, clientFor, nobody } from '#testing/church.ts'

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
