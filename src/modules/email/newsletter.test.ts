import { beforeEach, expect, test } from 'vitest'
import { subscribe, suppress } from '#consent/service.ts'
import { serviceToken } from '#identity/admin/service.ts'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob } from '#kernel/run.ts'
import { engineOf } from '#testing/campaign-engine.ts'
import { aChurch, aUser, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { emailKind } from './campaigns/service/kind.ts'

const { finishCampaign, writeBatch } = engineOf(emailKind)

const address = { street: '1 Lamp Street', street2: '', city: 'Springfield', region: 'IL', postalCode: '62701' }
let houseId: string
let admin: Awaited<ReturnType<typeof aUser>>
const query = async (text: string, values: unknown[] = []) => (await (await testHouse()).owner.query(text, values)).rows

beforeEach(async () => {
  await testHouse()
  ;[{ id: houseId }] = (await query('select id from clients where house')) as [{ id: string }]
  for (const table of ['consents', 'suppressions', 'email_campaigns', 'messages'])
    await query(`delete from ${table} where client_id = $1`, [houseId])
  await query('update clients set address = $2 where id = $1', [houseId, JSON.stringify(address)])
  admin = await aUser({ admin: true })
})

const inHouse = <T>(work: Parameters<typeof asJob<T>>[3]) => asJob(houseId, 'test', 'test', work)
const api = () => admin.client.newsletters
const mailbox = (email: string) =>
  query(
    'select state, subject, body_text as text, body_html as html, headers, skip_reason as reason from messages where recipient = $1 order by id',
    [email],
  )

/** So many people who opted in. */
async function readers(count: number, name = 'Ann Miller'): Promise<string[]> {
  const emails = Array.from({ length: count }, newEmail)
  await inHouse(async ctx => {
    for (const email of emails)
      await subscribe(ctx, email, { topic: 'newsletter', source: 'form', wording: 'Yes', reference: 'test', name })
  })
  return emails
}

async function aDraft(words: { subject?: string; body?: string; preheader?: string } = {}) {
  const { id, version } = await api().create({})
  return api().update({ id, version, subject: 'May', body: 'Dear {firstName|friend}, hello.', ...words })
}

test('a newsletter goes to everyone who opted in, once each, by name, with the way out and the postal address', async () => {
  const emails = await readers(3)
  const [nameless] = await readers(1, '')
  const draft = await aDraft()
  expect(await api().audience({ id: draft.id })).toEqual({ total: 4, reached: 4, excluded: {} })
  const sending = await api().send(draft)
  expect(sending).toMatchObject({ state: 'sending', progress: { total: 4, waiting: 4 } })
  await runWaitingJobs()
  expect(await api().get(draft)).toMatchObject({
    state: 'sent',
    slug: expect.stringMatching(/^\d{4}-\d\d-\d\d-may$/),
    progress: { total: 4, waiting: 0, sent: 4, delivered: 4, skipped: 0 },
  })
  for (const email of emails) {
    const [mail, ...more] = await mailbox(email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      state: 'delivered',
      subject: 'May',
      text: expect.stringContaining('Dear Ann, hello.'),
    })
    expect(mail.text).toContain('1 Lamp Street, Springfield, IL 62701')
    expect(mail.headers['List-Unsubscribe']).toMatch(/^<http:\/\/127.0.0.1:3000\/unsubscribe\/v1\.\S+>$/)
    expect(mail.html).toContain(mail.headers['List-Unsubscribe'].slice(1, -1))
  }
  expect((await mailbox(nameless!))[0].text).toContain('Dear friend, hello.')
})

test('a double click, two admins at once and a call of the function send it once', async () => {
  const [email] = await readers(1)
  const draft = await aDraft()
  const other = await aUser({ admin: true })
  const answers = await Promise.all([api().send(draft), api().send(draft), other.client.newsletters.send(draft)])
  expect(answers.map(answer => answer.state)).toEqual(['sending', 'sending', 'sending'])
  await runWaitingJobs()
  await api().send(draft)
  await runWaitingJobs()
  expect(await mailbox(email!)).toHaveLength(1)
})

test('who is excluded is counted with the reason before, and skipped with it after', async () => {
  const [fine, bounced, spam, gone] = await readers(4)
  await inHouse(ctx =>
    suppress(ctx, [
      { value: bounced!, channel: 'email', reason: 'hard_bounce', source: 'test' },
      { value: spam!, channel: 'email', reason: 'complaint', source: 'test' },
    ]),
  )
  const leaving = (await admin.client.newsletterSubscribers.list({ search: gone! })).items[0]!
  await admin.client.newsletterSubscribers.unsubscribe({ id: leaving.id })
  const draft = await aDraft()
  expect(await api().audience({ id: draft.id })).toEqual({
    total: 3,
    reached: 1,
    excluded: { hard_bounce: 1, complaint: 1 },
  })
  await api().send(draft)
  await runWaitingJobs()
  expect((await api().get(draft)).progress).toMatchObject({
    total: 3,
    sent: 1,
    skipped: 2,
    skippedBy: { hard_bounce: 1, complaint: 1 },
  })
  expect(await mailbox(fine!)).toMatchObject([{ state: 'delivered' }])
  expect(await mailbox(bounced!)).toMatchObject([{ state: 'skipped', reason: 'hard_bounce' }])
  expect(await mailbox(gone!)).toEqual([])
})

test('a name without a fallback leaves out who gave none, and says so before', async () => {
  const [named] = await readers(1)
  const [nameless] = await readers(1, '')
  const draft = await aDraft({ body: 'Dear {firstName}' })
  expect(await api().audience({ id: draft.id })).toEqual({ total: 2, reached: 1, excluded: { merge_tags: 1 } })
  await api().send(draft)
  await runWaitingJobs()
  expect(await mailbox(named!)).toMatchObject([{ state: 'delivered' }])
  expect(await mailbox(nameless!)).toMatchObject([{ state: 'skipped', reason: 'merge_tags' }])
})

test('a worker that is killed anywhere loses nobody and writes to nobody twice', async () => {
  const emails = await readers(450)
  const draft = await aDraft()
  await api().send(draft)
  // The first worker stops in the middle of a batch: nothing of that batch is there.
  const killed = inHouse(async ctx => {
    await writeBatch(ctx, draft.id)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await query('select 1 from messages where batch_id = $1', [draft.id])).toHaveLength(0)
  // The next one finishes a batch and stops; two others go on at once.
  await inHouse(ctx => writeBatch(ctx, draft.id))
  expect(await query('select 1 from messages where batch_id = $1', [draft.id])).toHaveLength(200)
  await Promise.all([inHouse(ctx => writeBatch(ctx, draft.id)), inHouse(ctx => writeBatch(ctx, draft.id))])
  await runWaitingJobs()
  const rows = await query('select recipient, count(*)::int as n from messages where batch_id = $1 group by 1', [
    draft.id,
  ])
  expect(rows.map(row => row.recipient).sort()).toEqual([...emails].sort())
  expect(rows.every(row => row.n === 1)).toBe(true)
  expect(await api().get(draft)).toMatchObject({ state: 'sent', progress: { total: 450, sent: 450, waiting: 0 } })
})

test('a worker killed while it hands one mail over leaves that one unknown, and the totals add up', async () => {
  const [email] = await readers(3)
  const draft = await aDraft()
  await api().send(draft)
  await inHouse(ctx => writeBatch(ctx, draft.id))
  await query(`update messages set state = 'sending' where recipient = $1`, [email])
  await runWaitingJobs()
  expect(await api().get(draft)).toMatchObject({ state: 'sending', progress: { sent: 2, waiting: 1 } })
  clock.advance(minutes(11))
  await runWaitingJobs({ schedules: true })
  expect(await api().get(draft)).toMatchObject({
    state: 'sent',
    progress: { total: 3, sent: 2, unknown: 1, waiting: 0 },
  })
  expect(await mailbox(email!)).toHaveLength(1)
  clock.reset()
})

test('pause keeps back what has not left, resume lets it go, cancel undoes it', async () => {
  const emails = await readers(4)
  const draft = await aDraft()
  await api().send(draft)
  await inHouse(ctx => writeBatch(ctx, draft.id))
  expect(await api().pause(draft)).toMatchObject({ state: 'paused', progress: { waiting: 4 } })
  await runWaitingJobs()
  expect((await api().get(draft)).progress).toMatchObject({ sent: 0, waiting: 4 })
  expect(await api().resume(draft)).toMatchObject({ state: 'sending' })
  await runWaitingJobs()
  expect(await api().get(draft)).toMatchObject({ state: 'sent', progress: { sent: 4 } })

  const next = await aDraft({ subject: 'June' })
  await api().send(next)
  await api().cancel(next)
  await runWaitingJobs()
  expect(await api().get(next)).toMatchObject({
    state: 'cancelled',
    progress: { total: 4, sent: 0, skipped: 4, skippedBy: { cancelled: 4 } },
  })
  expect(await mailbox(emails[0]!)).toHaveLength(1)
})

test('who unsubscribes while it is being sent is not written to', async () => {
  const [email] = await readers(1)
  const draft = await aDraft()
  await api().send(draft)
  await inHouse(ctx => writeBatch(ctx, draft.id))
  const { items } = await admin.client.newsletterSubscribers.list({ search: email! })
  await admin.client.newsletterSubscribers.unsubscribe({ id: items[0]!.id })
  await runWaitingJobs()
  expect(await mailbox(email!)).toMatchObject([{ state: 'skipped', reason: 'unsubscribed' }])
  expect(await api().get(draft)).toMatchObject({ state: 'sent', progress: { sent: 0, skipped: 1 } })
})

test('scheduled, it starts at its time and not before; moved or canceled, the old time means nothing', async () => {
  const [email] = await readers(1)
  const draft = await aDraft()
  await expect(api().schedule({ ...draft, at: new Date(clock.ms() - 1000) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { issues: [{ path: ['at'] }] },
  })
  const first = await api().schedule({ ...draft, at: new Date(clock.ms() + hours(2)) })
  expect(first).toMatchObject({ state: 'scheduled', scheduledFor: expect.any(Date) })
  await runWaitingJobs() // the job of the first time, in vain
  expect(await api().get(draft)).toMatchObject({ state: 'scheduled' })
  const again = await api().schedule({ ...first, at: new Date(clock.ms() + hours(3)) })
  clock.advance(hours(3))
  await runWaitingJobs()
  expect(await api().get(again)).toMatchObject({ state: 'sent' })
  expect(await mailbox(email!)).toHaveLength(1)
  clock.reset()
})

test('a scheduled one that can’t be sent is a draft again, and says why', async () => {
  await readers(1)
  const draft = await aDraft()
  await api().schedule({ ...draft, at: new Date(clock.ms() + hours(1)) })
  await query('update clients set address = null where id = $1', [houseId])
  clock.advance(hours(1))
  await runWaitingJobs()
  expect(await api().get(draft)).toMatchObject({ state: 'draft', problem: expect.stringContaining('postal address') })
  clock.reset()
})

test('what is not whole is refused beside its field, and nothing is sent', async () => {
  await readers(1)
  const empty = await api().create({})
  const at = (field: string) => ({
    code: 'BAD_REQUEST',
    data: { issues: [expect.objectContaining({ path: [field] })] },
  })
  await expect(api().send(empty)).rejects.toMatchObject(at('subject'))
  const { id, version } = await api().update({ id: empty.id, version: empty.version, subject: 'May' })
  await expect(api().send({ id, version })).rejects.toMatchObject(at('body'))
  await expect(api().update({ id, version, body: 'Hi {firstname}' })).rejects.toMatchObject(at('body'))
  await expect(api().update({ id, version, subject: 'x'.repeat(201) })).rejects.toMatchObject(at('subject'))
  await expect(api().update({ id, version, replyTo: 'nobody' })).rejects.toMatchObject(at('replyTo'))
  const whole = await api().update({ id, version, body: 'Hello' })
  await query('update clients set address = null where id = $1', [houseId])
  for (const verb of ['send', 'ready'] as const)
    await expect(api()[verb](whole)).rejects.toMatchObject({ code: 'NO_ADDRESS' })
  const sender = await api().sender({})
  expect(sender).toMatchObject({ provider: 'sandbox', record: { name: expect.stringContaining('_domainkey.') } })
  await api().changeSender({ address, version: sender.version })
  await query('delete from consents where client_id = $1', [houseId])
  await expect(api().send(whole)).rejects.toMatchObject({ code: 'NOBODY' })
  expect(await query('select 1 from email_recipients where campaign_id = $1', [id])).toEqual([])
})

test('two who edit at once: the second is told; what is sent can’t be changed or deleted', async () => {
  await readers(1)
  const draft = await aDraft()
  await api().update({ id: draft.id, version: draft.version, subject: 'June' })
  await expect(api().update({ id: draft.id, version: draft.version, subject: 'July' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(api().send(draft)).rejects.toMatchObject({ code: 'CONFLICT' })
  const now = await api().get(draft)
  await api().send(now)
  await expect(api().update({ id: now.id, version: now.version + 1, subject: 'August' })).rejects.toMatchObject({
    code: 'NOT_EDITABLE',
  })
  await expect(api().remove(now)).rejects.toMatchObject({ code: 'NOT_EDITABLE' })
})

test('a draft that was deleted comes back', async () => {
  const draft = await aDraft()
  await api().remove(draft)
  expect((await api().list({})).items).toEqual([])
  await expect(api().get(draft)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await api().restore(draft)).toMatchObject({ subject: 'May', state: 'draft' })
})

test('a test goes to those named, is marked as one, and its link unsubscribes nobody', async () => {
  const [email] = await readers(1)
  const draft = await aDraft({ body: 'Dear {firstName}' })
  expect(await api().test({ id: draft.id, to: [email!, email!] })).toEqual({ sent: 1 })
  await runWaitingJobs()
  const [mail] = await mailbox(email!)
  expect(mail).toMatchObject({ subject: 'Test: May', text: expect.stringContaining('Dear Ann') })
  const token = /unsubscribe\/(\S+)/.exec(mail.text)![1]!
  const visitor = clientFor(nobody())
  await visitor.unsubscribeLinks.leave({ token })
  expect(await visitor.unsubscribeLinks.view({ token })).toMatchObject({ test: true })
  expect((await admin.client.newsletterSubscribers.list({ search: email! })).items).toMatchObject([
    { status: 'subscribed' },
  ])
})

test('send-newsletter sends the one that is marked ready, else says what to do', async () => {
  const [email] = await readers(1)
  const { send } = await aServer()
  const call = (token?: string) =>
    send('/functions/v1/send-newsletter', {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
  const draft = await aDraft()
  const none = await call(admin.session.access_token)
  expect([none.status, await none.json()]).toMatchObject([409, { ok: false, message: /No newsletter is marked ready/ }])
  await api().ready(draft)
  const second = await aDraft({ subject: 'June' })
  await expect(api().ready(second)).rejects.toMatchObject({ code: 'ONE_READY' })
  const church = await aChurch()
  expect(await (await call()).json()).toEqual({ ok: false, code: 'UNAUTHORIZED', message: 'Please sign in.' })
  expect((await call(church.people.owner.session.access_token)).status).toBe(403)
  const done = await call(admin.session.access_token)
  expect([done.status, await done.json()]).toEqual([200, { ok: true, message: 'Sending “May” to 1 person.' }])
  await runWaitingJobs()
  expect(await mailbox(email!)).toHaveLength(1)
  await api().ready(second)
  const service = await call(await serviceToken(60_000))
  expect([service.status, await service.json()]).toMatchObject([200, { ok: true }])
})

test('bounces, complaints and unsubscribings of a campaign stand in its report', async () => {
  const emails = await readers(4)
  const draft = await aDraft()
  await api().send(draft)
  await runWaitingJobs()
  const { send } = await aServer()
  const idOf = async (email: string) => (await query('select id from messages where recipient = $1', [email]))[0].id
  for (const [i, kind] of ['hard_bounce', 'complaint'].entries())
    await send(`/rest/v1/outbox/caught/${await idOf(emails[i]!)}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind }),
    })
  const token = /unsubscribe\/(\S+)/.exec((await mailbox(emails[2]!))[0].text)![1]!
  await send(`/unsubscribe/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect((await api().get(draft)).progress).toMatchObject({
    total: 4,
    sent: 3,
    bounced: 1,
    complained: 1,
    unsubscribed: 1,
  })
  for (const [outcome, found] of [
    ['bounced', [0]],
    ['complained', [1]],
    ['unsubscribed', [2]],
    ['delivered', [1, 2, 3]],
    ['skipped', []],
  ] as const) {
    const rows = await api().recipients({ id: draft.id, outcome })
    expect(
      rows.items.map(row => row.address),
      outcome,
    ).toEqual(found.map(i => emails[i]!).sort())
    expect(rows.total).toBe(found.length)
  }
  const one = await api().recipients({ id: draft.id, search: emails[0]!.slice(0, 13) })
  expect(one.items).toMatchObject([{ outcome: 'bounced', problem: expect.stringContaining('550'), name: 'Ann Miller' }])
  const paged = await api().recipients({ id: draft.id, limit: 3 })
  const rest = await api().recipients({ id: draft.id, limit: 3, cursor: paged.nextCursor! })
  expect([...paged.items, ...rest.items].map(row => row.address)).toEqual([...emails].sort())
  const file = await api().recipientsCsv({ id: draft.id, outcome: 'complained' })
  expect(file.csv).toContain(`${emails[1]},Ann Miller,Reported spam,`)
  const { items, total, subscribed } = await admin.client.newsletterSubscribers.list({})
  expect([total, subscribed]).toEqual([4, 1])
  expect(Object.fromEntries(items.map(item => [item.email, item.status]))).toEqual({
    [emails[0]!]: 'bounced',
    [emails[1]!]: 'complained',
    [emails[2]!]: 'unsubscribed',
    [emails[3]!]: 'subscribed',
  })
  const bounced = items.find(item => item.status === 'bounced')!
  await admin.client.newsletterSubscribers.allow({ id: bounced.id })
  expect((await admin.client.newsletterSubscribers.list({ status: 'subscribed' })).total).toBe(2)
})

test('finishing twice ends it once', async () => {
  await readers(1)
  const draft = await aDraft()
  await api().send(draft)
  await runWaitingJobs()
  const { finishedAt } = await api().get(draft)
  await inHouse(ctx => finishCampaign(ctx, draft.id))
  expect((await api().get(draft)).finishedAt).toEqual(finishedAt)
})
