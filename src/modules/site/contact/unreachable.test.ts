import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { suppress } from '#consent/service.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob } from '#kernel/run.ts'
import { aUser, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

test('a visitor whose mailbox is known to be none is answered by nobody, and the submission says so', async () => {
  const { owner } = await testHouse()
  const { rows } = await owner.query('select id from clients where house')
  const email = `${randomUUID()}@example.org`
  await asJob(rows[0].id, 'test', 'test', ctx =>
    suppress(ctx, [{ value: email, channel: 'email', reason: 'hard_bounce', source: 'test' }]),
  )
  const { id } = await clientFor(nobody()).contact.submit({
    form: 'site',
    name: 'Pat',
    email,
    subject: 'Hi',
    message: 'Hello',
    elapsed: 20_000,
  })
  await runWaitingJobs()
  const { submissions } = (await aUser({ admin: true })).client
  expect(await submissions.get({ id })).toMatchObject({ status: 'pending' })
  await submissions.reply({ id, replyId: randomUUID(), body: 'Yes, it does.' })
  await runWaitingJobs()
  expect(await submissions.get({ id })).toMatchObject({ status: 'pending', replies: [{ state: 'skipped' }] })
})
