import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { env } from '#kernel/env.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { sign } from '#kernel/tokens.ts'
import { aChurch, aUser, clientFor, nobody, type TestUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'

let admin: TestUser
let visitors = 0
beforeAll(async () => {
  admin = await aUser({ name: 'Ada Admin', admin: true })
})

const write = async (extra: Record<string, unknown> = {}) => {
  const email = `${randomUUID()}@example.org`
  const words = { form: 'site' as const, name: 'Pat Miller', email, subject: 'A question', message: 'How much is it?' }
  const ip = `10.2.0.${++visitors}`
  const { id } = await clientFor({ ...nobody(), ip }).contact.submit({ ...words, elapsed: 20_000, ...extra })
  return { id, email }
}
const mails = async (email: string) => {
  const { owner } = await testHouse()
  return (await owner.query('select subject, state, body_text from messages where recipient = $1 order by id', [email]))
    .rows
}
/** As a mail server that refuses would leave it. */
const fail = async (email: string) => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `update messages set state = 'sending' where recipient = $1 and state = 'queued' returning id, client_id`,
    [email],
  )
  const { asJob } = await import('#kernel/run.ts')
  const { settleMessage } = await import('#messaging/delivery/service/state.ts')
  for (const { id, client_id } of rows)
    await asJob(client_id, 'test', 'test', ctx =>
      settleMessage(ctx, id, { state: 'failed', problem: '550 no such user' }),
    )
}

test('listed newest first, searched, narrowed by status and paged', async () => {
  const mark = randomUUID()
  const first = await write({ message: `${mark} one` })
  const second = await write({ subject: `${mark} two` })
  const { items, total, nextCursor } = await admin.client.submissions.list({ q: mark, limit: 1 })
  expect(items).toMatchObject([{ id: second.id, email: second.email, status: 'pending', isSubscribed: false }])
  expect(total).toBe(2)
  const rest = await admin.client.submissions.list({ q: mark, limit: 1, cursor: nextCursor! })
  expect(rest.items.map(item => item.id)).toEqual([first.id])
  await runWaitingJobs()
  await admin.client.submissions.reply({ id: first.id, replyId: randomUUID(), body: 'It is free to try.' })
  const replied = await admin.client.submissions.list({ q: mark, status: 'replied' })
  expect(replied.items.map(item => item.id)).toEqual([first.id])
  const { csv } = await admin.client.submissions.export({ q: mark })
  expect(csv.split('\r\n').filter(Boolean)).toHaveLength(3)
  expect((await admin.client.submissions.list({ q: '100%_' })).items).toEqual([])
})

test('a reply reaches the visitor by mail, is kept with who wrote it, and a double click sends one', async () => {
  const { id, email } = await write()
  await runWaitingJobs()
  const reply = { id, replyId: randomUUID(), body: 'It is free to try.\n\nCome and see.' }
  await Promise.all([1, 2, 3].map(() => admin.client.submissions.reply(reply)))
  await runWaitingJobs()
  const sent = await mails(email)
  expect(sent.map(mail => mail.subject)).toEqual(['We have your message: A question', 'Re: A question'])
  expect(sent[1].body_text).toContain('It is free to try.\n\nCome and see.')
  expect(sent[1].body_text).toContain('How much is it?')
  const shown = await admin.client.submissions.get({ id })
  expect(shown).toMatchObject({ status: 'replied', replies: [{ author: 'Ada Admin', state: 'delivered' }] })
  await expect(admin.client.submissions.reply({ ...reply, body: '  ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { issues: [{ path: ['body'], message: 'Please write a reply' }] },
  })
})

test('a reply that did not leave says so, and goes once more when asked', async () => {
  const { id, email } = await write()
  await runWaitingJobs()
  const replyId = randomUUID()
  await admin.client.submissions.reply({ id, replyId, body: 'Hello' })
  await fail(email)
  await runWaitingJobs()
  const failed = await admin.client.submissions.get({ id })
  expect(failed).toMatchObject({ status: 'auto_replied', replies: [{ state: 'failed', problem: '550 no such user' }] })
  await Promise.all([1, 2].map(() => admin.client.submissions.resend({ id, replyId })))
  await runWaitingJobs()
  expect(await admin.client.submissions.get({ id })).toMatchObject({
    status: 'replied',
    replies: [{ state: 'delivered', problem: null }],
  })
  expect((await mails(email)).map(mail => mail.state)).toEqual(['delivered', 'failed', 'delivered'])
})

test('an automatic answer that did not leave keeps the submission pending, with Retry', async () => {
  const { id, email } = await write()
  await clientFor(nobody()).status.list({})
  const { owner } = await testHouse()
  const { asOperatorAccount } = await import('#kernel/run.ts')
  const { autoReply } = await import('../contact/service.ts')
  await asOperatorAccount(admin.caller(), ctx => autoReply(ctx, id))
  expect((await admin.client.submissions.get({ id })).status).toBe('pending')
  await fail(email)
  await runWaitingJobs()
  expect(await admin.client.submissions.get({ id })).toMatchObject({ status: 'pending', problem: '550 no such user' })
  const again = await Promise.all([1, 2].map(() => admin.client.submissions.answer({ id })))
  expect(again.filter(one => one.sent)).toHaveLength(1)
  await runWaitingJobs()
  expect(await admin.client.submissions.get({ id })).toMatchObject({ status: 'auto_replied', problem: null })
  const { rows } = await owner.query('select state from messages where recipient = $1 order by id', [email])
  expect(rows.map(row => row.state)).toEqual(['failed', 'delivered'])
})

test('quarantine stands apart, and a release answers and subscribes', async () => {
  const { id, email } = await write({ elapsed: 100, isSubscribed: true })
  const ids = async (quarantine: boolean) =>
    (await admin.client.submissions.list({ q: email, quarantine })).items.map(item => item.id)
  expect([await ids(false), await ids(true)]).toEqual([[], [id]])
  await Promise.all([1, 2].map(() => admin.client.submissions.release({ id })))
  await runWaitingJobs()
  expect([await ids(false), await ids(true)]).toEqual([[id], []])
  expect(await mails(email)).toHaveLength(1)
  const { owner } = await testHouse()
  const { rows } = await owner.query('select state from consents where value = $1', [email])
  expect(rows).toEqual([{ state: 'granted' }])
})

test('assigned to those who run Lampstand alone, status changed by hand, and an older version refused', async () => {
  const { id } = await write()
  const { version } = await admin.client.submissions.get({ id })
  const assigned = await admin.client.submissions.update({ id, assigneeId: admin.id, version })
  expect(assigned.assignee).toEqual({ id: admin.id, name: 'Ada Admin' })
  const church = await aChurch()
  const stranger = { id, assigneeId: church.people.owner.id, version: assigned.version }
  await expect(admin.client.submissions.update(stranger)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(admin.client.submissions.update({ id, status: 'replied', version })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const changed = await admin.client.submissions.update({ id, status: 'replied', version: assigned.version })
  expect(changed.status).toBe('replied')
})

test('the auto-reply endpoint answers by the id alone, once, for staff and the service role', async () => {
  const { send } = await aServer()
  const { id, email } = await write()
  const post = async (token: string | null, body: unknown) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await send('/functions/v1/auto-reply', init)
    return { status: response.status, body: await response.json() }
  }
  const record = { id, email: 'somebody.else@example.org', name: 'Eve' }
  const church = await aChurch()
  expect(await post(null, { record })).toMatchObject({
    status: 401,
    body: { ok: false, code: 'UNAUTHORIZED', message: 'Failed to send auto-reply', details: 'Please sign in.' },
  })
  for (const unknown of ['/functions/v1/none', '/auth/v1/none', '/storage/v1/none', '/api/none'])
    for (const method of ['GET', 'POST'])
      expect([
        (await send(unknown, { method })).status,
        (await send(unknown, { method })).headers.get('location'),
      ]).toEqual([404, null])
  expect((await post(church.people.owner.session.access_token, { record })).status).toBe(403)
  const iss = `${env.publicUrl}/auth/v1`
  const service = await sign({ sub: 'service', role: 'service_role', iss, aud: 'authenticated', exp: 4_000_000_000 })
  expect((await post(service, { record: {} })).status).toBe(400)
  expect(await post(service, { record: { id: randomUUID() } })).toMatchObject({
    status: 404,
    body: { ok: false, message: 'Failed to send auto-reply' },
  })
  expect(await post(service, { record })).toMatchObject({ status: 200, body: { ok: true, sent: true } })
  const staff = await post(admin.session.access_token, { record })
  expect(staff).toMatchObject({ status: 200, body: { ok: true, sent: false } })
  await runWaitingJobs()
  expect(await mails(email)).toHaveLength(1)
  expect(await mails('somebody.else@example.org')).toEqual([])
})
