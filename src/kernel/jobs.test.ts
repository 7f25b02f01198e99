import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { jobs } from '#app/jobs.ts'
import { leadCreated } from '#leads/events.ts'
import { sendMail } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { mail } from '#providers/mail/index.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { clock, days } from './clock.ts'
import { Failure } from './failure.ts'
import { emit, event, registerJobs } from './jobs.ts'

const mailTo = (to: string, dedupeKey = to) => ({
  to,
  subject: 'Hello',
  text: 'Hi',
  html: '<p>Hi</p>',
  kind: 'test',
  dedupeKey,
})

test('no commit, no news: a failed transaction leaves neither row nor job', async () => {
  const church = await aChurch()
  await church.settle()
  const failing = church.inside(async ctx => {
    await sendMail(ctx, mailTo('nobody@example.org'))
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await church.settle()).toBe(0)
  expect((await church.admin.outbox.list({})).items).toEqual([])
})

test('a refusal that must be remembered commits what came before it', async () => {
  const church = await aChurch()
  const refused = church.inside(async ctx => {
    await sendMail(ctx, mailTo('kept@example.org'))
    throw new Failure('CONFLICT', 'no', { keep: true })
  })
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await church.admin.outbox.list({})).items).toHaveLength(1)
})

test('an event that arrives twice has one effect', async () => {
  const church = await aChurch()
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  const at = new Date(lead.createdAt)
  for (let i = 0; i < 2; i++)
    await church.inside(ctx => emit(ctx, leadCreated, { leadId: lead.id, personId: lead.personId, userId: null, at }))
  await church.settle()
  const { items } = await church.staff.timeline.list({ personId: lead.personId })
  expect(items.filter(entry => entry.type === 'lead.created')).toHaveLength(1)
})

test('the same message is written and sent once', async () => {
  const church = await aChurch()
  await Promise.all([1, 2, 3].map(() => church.inside(ctx => sendMail(ctx, mailTo('once@example.org', 'same key')))))
  await church.settle()
  const { items } = await church.admin.outbox.list({ recipient: 'once@example.org' })
  expect(items).toMatchObject([{ state: 'delivered' }])
})

test('a schedule calls upon those alone that have something to do', async () => {
  const [busy, idle] = [await aChurch(), await aChurch()]
  const { owner } = await testHouse()
  const called = async (queue: string) => {
    const { rows } = await owner.query<{ client: string }>(
      `select distinct data->>'client' as client from pgboss.job where name = $1 and data->>'client' = any($2)`,
      [queue, [busy.id, idle.id]],
    )
    return rows.map(row => row.client)
  }
  await busy.staff.leads.create({ firstName: 'Pat' })
  clock.advance(days(5))
  await busy.settle({ schedules: true })
  expect(await called('leads.overdue')).toEqual([busy.id])
  expect(await called('billing.tick')).toEqual([])
  expect((await called('billing.keep')).toSorted()).toEqual([busy.id, idle.id].toSorted())
})

test('a job whose claim was lost changes nothing', async () => {
  const church = await aChurch()
  const { owner } = await testHouse()
  await church.inside(ctx => sendMail(ctx, mailTo('late@example.org')))
  // Another worker takes the same job over while this one runs: its attempt is no longer the current one.
  await owner.query(`create or replace function steal() returns trigger language plpgsql security definer as $$
    begin update pgboss.job set retry_count = retry_count + 1 where name = 'messaging.queued' and state = 'active'; return new; end $$`)
  await owner.query(
    `create trigger steal before insert on pgboss.job_common for each row when (new.name = 'messaging.deliver') execute function steal()`,
  )
  await expect(church.settle()).rejects.toThrow('taken over')
  await owner.query('drop trigger steal on pgboss.job_common')
  const { rows } = await owner.query(
    `select count(*)::int as n from pgboss.job where name = 'messaging.deliver' and data->>'client' = $1`,
    [church.id],
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('payloads are checked where they are announced', async () => {
  const church = await aChurch()
  const odd = event('odd', z.object({ id: z.uuid() }))
  await expect(church.inside(ctx => emit(ctx, odd, { id: 'not an id' }))).rejects.toThrow()
  expect(() => registerJobs([...jobs, jobs[0]!])).toThrow(/two jobs are called/)
  registerJobs(jobs)
})

test('a provider called inside a transaction is refused before anything leaves', async () => {
  const church = await aChurch()
  const outside = { to: 'x@example.org', toName: '', subject: '', text: '', html: '', messageId: '1' }
  await expect(church.inside(async () => mail().send(outside))).rejects.toThrow('called inside a transaction')
  await expect(mail().send(outside)).resolves.toMatchObject({ state: 'delivered' })
})

test('a worker that died while sending leaves an unknown outcome, which is not sent again', async () => {
  const church = await aChurch()
  await church.inside(ctx => sendMail(ctx, mailTo('unknown@example.org')))
  const { owner } = await testHouse()
  await owner.query(`alter table messages disable trigger touch`)
  await owner.query(
    `update messages set state = 'sending', updated_at = now() - interval '11 minutes' where recipient = 'unknown@example.org'`,
  )
  await owner.query(`alter table messages enable trigger touch`)
  await church.settle({ schedules: true })
  const rows = await church.inside(ctx =>
    ctx.db
      .select({ state: messages.state, tries: messages.tries })
      .from(messages)
      .where(eq(messages.recipient, 'unknown@example.org')),
  )
  expect(rows).toEqual([{ state: 'unknown', tries: 0 }])
})
