import { beforeEach, expect, test } from 'vitest'
import { clock, days, hours, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { engineOf } from '#testing/campaign-engine.ts'
import { aSendingChurch, mailbox, pathIn, query, type SendingChurch, text } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { blank } from './blocks/rules/blank.ts'
import { emailKind } from './campaigns/service/kind.ts'

const { decide, startScheduled, writeBatch } = engineOf(emailKind)

const person = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' } }

let church: SendingChurch
beforeEach(async () => {
  church = await aSendingChurch()
})

test('a campaign reaches everyone of its audience who opted in, once each, by name, and is reported', async () => {
  const emails = await church.readers(3)
  await church.staff.people.create({ firstName: 'Silent', points: [{ kind: 'email', value: newEmail() }] } as never)
  const draft = await church.aDraft()
  const [first] = await Promise.all([
    church.staff.emailCampaigns.send(draft),
    church.staff.emailCampaigns.send(draft),
    church.admin.emailCampaigns.send(draft),
  ])
  expect(first).toMatchObject({ state: 'sending', progress: { total: 4, waiting: 3, skippedBy: { no_consent: 1 } } })
  await church.settle()
  const done = await church.staff.emailCampaigns.get(draft)
  expect(done).toMatchObject({ state: 'sent', progress: { total: 4, delivered: 3, skipped: 1, waiting: 0 } })
  const [mail, ...more] = await mailbox(emails[0]!)
  expect(more).toEqual([])
  expect(mail.body_text).toContain('Dear Reader1,')
  expect(mail.body_html).toContain('12 Church Road, Cedar Falls, IA 50613')
  expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const list = await church.staff.campaigns.list({ state: 'sent' })
  expect(list).toMatchObject({ total: 1, items: [{ name: 'May news', channel: 'email', delivered: 3 }] })
  expect((await church.admin.campaigns.export({})).csv).toContain('May news,Email,May,sent')
  const skipped = await church.staff.emailCampaigns.recipients({ id: draft.id, outcome: 'skipped' })
  expect(skipped).toMatchObject({ total: 1, items: [{ reason: 'no_consent', personId: expect.any(String) }] })
})

test('nothing is sent without a subject, words, a postal address, or someone who opted in', async () => {
  const code = (changes: object) =>
    church.aDraft(changes as never).then(draft => church.staff.emailCampaigns.send(draft))
  await expect(code({ subject: '' })).rejects.toMatchObject({ data: { issues: [{ path: ['subject'] }] } })
  await expect(code({ blocks: [] })).rejects.toMatchObject({ code: 'NOT_READY' })
  await expect(code({ blocks: [{ ...blank('button', 'b'), label: 'Come' }] })).rejects.toMatchObject({
    code: 'NOT_READY',
  })
  await expect(code({})).rejects.toMatchObject({ code: 'NOBODY' })
  await church.readers(1)
  await query('update clients set address = null where id = $1', [church.id])
  await expect(code({})).rejects.toMatchObject({ code: 'NO_ADDRESS' })
  const draft = await church.aDraft()
  const { items } = await church.staff.emailCampaigns.checks(draft)
  expect(items.filter(item => item.level === 'error').map(item => item.text)).toEqual([
    expect.stringContaining('postal address'),
  ])
  await expect(church.aDraft({ fromAddress: 'grace@gmail.com' })).rejects.toMatchObject({
    data: { issues: [{ path: ['fromAddress'] }] },
  })
  await expect(code({ fromAddress: 'news@grace.org' })).rejects.toMatchObject({
    message: expect.stringContaining('not verified'),
  })
  await expect(church.aDraft({ topic: 'nothing' })).rejects.toMatchObject({ data: { issues: [{ path: ['topic'] }] } })
  expect(await query(`select from email_recipients where client_id = $1`, [church.id])).toEqual([])
})

test('who may write drafts need not be who may send; nobody else sees any of it; another church sees nothing', async () => {
  const draft = await church.pastor.emailCampaigns.create({ name: 'Draft' })
  expect(await church.pastor.emailCampaigns.create({ id: draft.id, name: 'Draft' })).toMatchObject({ id: draft.id })
  await expect(church.pastor.emailCampaigns.send(draft)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(church.viewer.campaigns.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const hope = await aChurch('Hope Chapel')
  await expect(hope.staff.emailCampaigns.get(draft)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await hope.staff.campaigns.list({})).items).toEqual([])
  await expect(church.staff.campaigns.list({ channel: 'fax' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(hope.staff.emailCampaigns.create({ name: 'x', template: draft.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const stale = await church.staff.emailCampaigns.update({ id: draft.id, version: draft.version, name: 'First' })
  await expect(church.staff.emailCampaigns.update({ ...draft, name: 'Second' } as never)).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await church.staff.emailCampaigns.remove(stale)
  expect((await church.staff.campaigns.list({})).total).toBe(0)
  expect(await church.staff.emailCampaigns.restore(stale)).toMatchObject({ name: 'First' })
  const copy = await church.staff.emailCampaigns.duplicate(stale)
  expect(copy).toMatchObject({ name: 'Copy of First', state: 'draft' })
  const kept = await church.staff.emailTemplates.create({
    name: 'Mine',
    category: 'News',
    subject: 'S',
    preheader: '',
    blocks: [text('x')],
  })
  expect(await church.staff.emailCampaigns.create({ name: 'y', template: kept.id })).toMatchObject({
    subject: 'S',
    blocks: [{ text: 'x' }],
  })
})

test('one for each household: the others stand in the report with their names, and why', async () => {
  const [first, second] = await church.readers(2)
  const rows = await query('select id, name from people where email = any($1) order by name', [[first, second]])
  const members = rows.map(({ id }, i) => ({ personId: id, role: 'adult' as const, isPrimary: i === 1 }))
  await church.owner.households.create({ name: 'Millers', members })
  const draft = await church.aDraft({ audience: { everybody: true, perHousehold: true } })
  await church.staff.emailCampaigns.send(draft)
  await church.settle()
  expect((await church.staff.emailCampaigns.get(draft)).progress).toMatchObject({
    total: 2,
    delivered: 1,
    skippedBy: { same_household: 1 },
  })
  expect([await mailbox(first!), await mailbox(second!)].map(all => all.length)).toEqual([0, 1])
  const { items } = await church.staff.emailCampaigns.recipients({ id: draft.id, outcome: 'skipped' })
  expect(items).toMatchObject([{ name: rows[0].name, reason: 'same_household' }])
})

test('a scheduled one starts by itself, can be paused, goes on where it was, and is canceled for those who still wait', async () => {
  const emails = await church.readers(4)
  const draft = await church.aDraft()
  await expect(church.staff.emailCampaigns.schedule({ ...draft, at: clock.now() })).rejects.toMatchObject({
    data: { issues: [{ path: ['at'] }] },
  })
  const planned = await church.staff.emailCampaigns.schedule({ ...draft, at: new Date(clock.ms() + hours(2)) })
  expect(planned.state).toBe('scheduled')
  expect(await church.staff.campaigns.counts({})).toEqual({ active: 1, scheduled: 1, sending: 0 })
  clock.advance(hours(2) + minutes(1))
  await church.inside(ctx => startScheduled(ctx, draft.id))
  await church.inside(ctx => writeBatch(ctx, draft.id))
  expect(await church.staff.emailCampaigns.pause(draft)).toMatchObject({ state: 'paused', progress: { waiting: 4 } })
  await church.settle()
  expect(await mailbox(emails[0]!)).toMatchObject([{ state: 'held' }])
  await church.staff.emailCampaigns.resume(draft)
  await church.staff.emailCampaigns.pause(draft)
  expect(await church.staff.emailCampaigns.cancel(draft)).toMatchObject({
    state: 'cancelled',
    progress: { sent: 0, skippedBy: { cancelled: 4 } },
  })
  await church.settle()
  expect((await church.staff.emailCampaigns.get(draft)).progress).toMatchObject({ sent: 0, total: 4 })
})

test('opens and clicks are counted once for each reader, machines apart, and a link leads nowhere else', async () => {
  const server = await aServer()
  const emails = await church.readers(2)
  const draft = await church.aDraft()
  await church.staff.emailCampaigns.send(draft)
  await church.settle()
  const [mail] = await mailbox(emails[0]!)
  const click = pathIn(mail.body_html, /\/r\/[\w-]{22}[0-9a-f]{16}\/0/)
  const open = pathIn(mail.body_html, /\/o\/[\w-]{22}[0-9a-f]{16}/)
  // Before anyone could have read it, and by a scanner: neither is a person.
  await server.send(click, person)
  clock.advance(seconds(30))
  await server.send(click, { ...person, method: 'HEAD' })
  await server.send(open, { headers: { 'user-agent': 'Mozilla/5.0' } })
  const reading = async () => (await church.staff.emailCampaigns.get(draft)).reading!
  expect(await reading()).toMatchObject({ opened: 0, machineOpened: 1, clicked: 0 })
  const answer = await server.send(click, person)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://grace.org/give'])
  await server.send(click, person)
  await server.send(open, person)
  expect(await reading()).toMatchObject({ opened: 1, machineOpened: 0, clicked: 1, links: [{ people: 1, clicks: 2 }] })
  const { items } = await church.staff.emailCampaigns.recipients({ id: draft.id, outcome: 'clicked' })
  expect(items.map(row => row.address)).toEqual([emails[0]])
  for (const wrong of [click.replace(/\/0$/, '/9'), click.replace(/\/r\/./, '/r/_'), '/r/x/0'])
    expect((await server.send(wrong, person)).headers.get('location'), wrong).toMatch(/\/help$/)
  const [answered] = await mailbox(emails[1]!)
  const reply = {
    channel: 'email' as const,
    from: emails[1]!,
    to: 'x@y.org',
    subject: 'Another matter',
    text: 'Thanks',
    answersId: answered.id,
    provider: 't',
    providerId: mail.id,
  }
  await church.inside(ctx => receiveMessage(ctx, reply))
  expect(await reading()).toMatchObject({ replied: 1 })
})

test('a day’s share is never passed; the rest is sent the next day, and the report says so', async () => {
  await query(
    'insert into sending_days (client_id, domain, day, written) values ($1, $2, (now() at time zone (select time_zone from clients where id = $1))::date, 497)',
    [church.id, ''],
  )
  await church.readers(5)
  const draft = await church.aDraft()
  await church.staff.emailCampaigns.send(draft)
  // Two workers at once share what is left.
  await Promise.all([1, 2, 3].map(() => church.inside(ctx => writeBatch(ctx, draft.id))))
  const held = await church.staff.emailCampaigns.get(draft)
  expect(held).toMatchObject({ state: 'sending', reading: { cap: 500, waitsUntil: expect.any(Date) } })
  const written = () => query(`select from messages where batch_id = $1`, [draft.id])
  expect(await written()).toHaveLength(3)
  clock.advance(days(1))
  await church.inside(ctx => writeBatch(ctx, draft.id))
  expect(await written()).toHaveLength(5)
  await runWaitingJobs()
  expect(await church.staff.emailCampaigns.get(draft)).toMatchObject({ state: 'sent', progress: { sent: 5 } })
})

test('two versions: half each of the part that tries, the rest waits, and no winner is named of too few', async () => {
  const emails = await church.readers(20)
  const split = { subject: 'June', preheader: '', share: 40, hours: 4, otherwise: 'b' as const }
  const draft = await church.aDraft({ split, listed: true })
  await church.staff.emailCampaigns.send(draft)
  while ((await church.inside(ctx => writeBatch(ctx, draft.id))) === 'more');
  const subjects = async () =>
    (
      await query(`select subject, count(*)::int as n from messages where batch_id = $1 group by 1 order by 1`, [
        draft.id,
      ])
    ).map(row => [row.subject, row.n])
  expect(await subjects()).toEqual([
    ['June', 4],
    ['May', 4],
  ])
  clock.advance(hours(4))
  await church.inside(ctx => decide(ctx, draft.id))
  await church.inside(ctx => decide(ctx, draft.id))
  while ((await church.inside(ctx => writeBatch(ctx, draft.id))) === 'more');
  expect(await subjects()).toEqual([
    ['June', 16],
    ['May', 4],
  ])
  await church.settle()
  const done = await church.staff.emailCampaigns.get(draft)
  expect(done).toMatchObject({
    state: 'sent',
    winner: null,
    decidedAt: expect.any(Date),
    sides: [
      { arm: 'a', clicked: 0 },
      { arm: 'b', clicked: 0 },
    ],
  })
  for (const email of emails) expect(await mailbox(email)).toHaveLength(1)
  // What most have got is what the web shows of it.
  const { send } = await aServer()
  const page = new URL(done.webUrl!).pathname
  expect(await (await send(page)).text()).toContain('<title>June</title>')
  expect((await church.visitor.emailArchive.list({ church: page.split('/')[2]! })).items).toMatchObject([
    { subject: 'June' },
  ])
})

test('two versions with a hundred clicks each: the better one is named, at the time that was set, and goes to the rest', async () => {
  await church.readers(600)
  await query(
    'insert into sending_days (client_id, domain, day, written) values ($1, $2, (now() at time zone (select time_zone from clients where id = $1))::date, -5000)',
    [church.id, ''],
  )
  const draft = await church.aDraft({ split: { subject: 'June', preheader: '', share: 90, hours: 1, otherwise: 'a' } })
  await church.staff.emailCampaigns.send(draft)
  while ((await church.inside(ctx => writeBatch(ctx, draft.id))) === 'more');
  await query(`update messages set state = 'delivered' where batch_id = $1`, [draft.id])
  await query(
    `insert into email_events (client_id, campaign_id, recipient_id, kind, link)
     select client_id, campaign_id, id, 'click', 0 from (
       select *, row_number() over (partition by arm order by id) as n from email_recipients where campaign_id = $1 and arm is not null
     ) r where n <= case arm when 'a' then 110 else 190 end`,
    [draft.id],
  )
  // What came back counts in neither part of a share.
  await query(
    `update messages set state = 'undelivered' where id in (select r.message_id from email_recipients r
      where r.campaign_id = $1 and r.arm = 'a' and exists (select from email_events e where e.recipient_id = r.id) limit 5)`,
    [draft.id],
  )
  await church.inside(ctx => decide(ctx, draft.id))
  while ((await church.inside(ctx => writeBatch(ctx, draft.id))) === 'more');
  const rest = await query(
    `select subject, count(*)::int as n from messages where batch_id = $1 group by 1 order by 1`,
    [draft.id],
  )
  expect(rest).toEqual([
    { subject: 'June', n: 330 },
    { subject: 'May', n: 270 },
  ])
  expect(await church.staff.emailCampaigns.get(draft)).toMatchObject({
    winner: 'b',
    sides: [
      { clicked: 105, sent: 265 },
      { clicked: 190, sent: 270 },
    ],
  })
})
