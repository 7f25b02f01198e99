import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { aChurch } from '#testing/church.ts'
import type { Ctx } from './ctx.ts'
import { openers, withEveryRight } from './rights.ts'
import { asActor, asJob, asMember } from './run.ts'

test('who acts with every right, no matter who started it, is listed here', () => {
  const places = globSync('src/**/*.ts')
    .filter(file => !/\.test\.ts$|^src\/(kernel|testing)\//.test(file))
    .flatMap(file => {
      const used = readFileSync(file, 'utf8').matchAll(/\b(?:withEveryRight\(\w+, |everyRight\()'([\w-]+)'/g)
      return [...new Set([...used].map(([, why]) => `${why}: ${file.replace('src/modules/', '')}`))]
    })
    .sort()
  expect(places).toEqual([
    'chat: conversations/service/chats.ts',
    'checkout: calendar/guest/http.ts',
    'checkout: calendar/paying/service.ts',
    'checkout: donations/giving/http.ts',
    'checkout: donations/giving/service.ts',
    'checkout: donations/recurring/http.ts',
    'checkout: forms/paying/http.ts',
    'checkout: forms/paying/service.ts',
    'checkout: membership/portal/http.ts',
    'checkout: membership/service/orders.ts',
    'checkout: payments/http.ts',
    'checkout: payments/invoices/http.ts',
    'checkout: payments/service/webhook-events.ts',
    'checkout: payments/subscriptions/http.ts',
    'crisis: crisis/service/alerts.ts',
    'donor: donations/statements/http.ts',
    'export: clients/archive/service.ts',
    'filing: conversations/service.ts',
    'filing: live-chat/service/support-inbox.ts',
    'guest: calendar/guest/http.ts',
    'inbound: live-chat/chat/service.ts',
    'inbound: messaging/http.ts',
    'inbound: messaging/inbound-email/service.ts',
    'inbound: reputation/requests/http.ts',
    'intake: forms/service/limits.ts',
    'intake: forms/service/public.ts',
    'merge: people/merging/service.ts',
    'merge: people/merging/service/undo.ts',
    'prayer: prayer/http.ts',
    'prayer: prayer/seed.ts',
    'prayer: prayer/service/changes.ts',
    'purge: forms/service.ts',
    'reassignment: clients/service/reassignment.ts',
  ])
  const named = new Set(places.map(place => place.split(':')[0]))
  expect(Object.keys(openers).filter(name => !named.has(name))).toEqual([])
})

test('the jobs that see confidential rows are listed here, with what they see', () => {
  const seeing = jobs.filter(job => job.rights.length > 0).map(job => `${job.queue}: ${job.rights.join(' ')}`)
  expect(seeing.sort()).toEqual([
    'calendar.follow-up: pastoral',
    'calendar.lapse: pastoral',
    'calendar.paid: pastoral giving',
    'calendar.refund: pastoral giving',
    'calendar.reminders: pastoral',
    'calendar.replied: pastoral',
    'conversations.call-ended: pastoral',
    'conversations.crisis-cleared: pastoral',
    'conversations.mail-unseen: pastoral',
    'conversations.received: pastoral',
    'conversations.send-later: pastoral',
    'conversations.text-written: pastoral',
    'conversations.wake: pastoral',
    'donations.arrived: giving',
    'donations.charge-recurring: giving',
    'donations.failing: giving pastoral',
    'donations.follow-change: giving pastoral',
    'donations.follow: giving pastoral',
    'donations.import: giving pastoral',
    'donations.missed: giving pastoral',
    'donations.paid: giving',
    'donations.prove: giving',
    'donations.publish: giving',
    'donations.receipt: giving',
    'donations.recurring: giving',
    'donations.remember-change: giving',
    'donations.remember: giving',
    'donations.statement-mails: giving',
    'donations.statement-outdated: giving',
    'donations.statements: giving',
    'donations.stopped: giving pastoral',
    'donations.text: giving pastoral',
    'email.answered: pastoral',
    'forms.crisis-cleared: pastoral prayer',
    'forms.forget: pastoral prayer',
    'forms.paid: giving pastoral prayer',
    'forms.read: pastoral prayer',
    'imports.check: pastoral prayer',
    'imports.run: pastoral prayer',
    'imports.undo: pastoral prayer',
    'invoices.late-fees: giving',
    'invoices.paid: giving',
    'invoices.reminders: giving',
    'invoices.replied: giving pastoral',
    'ledger.prove: giving',
    'live-chat.file-chat: pastoral',
    'membership.paid: giving',
    'membership.subscribed: giving',
    'messaging.ask-carrier: pastoral',
    'messaging.compare: pastoral',
    'messaging.deliver: pastoral',
    'messaging.sweep: pastoral',
    'payments.charge: giving',
    'payments.compare: giving',
    'payments.event: giving',
    'payments.look: giving',
    'payments.reconcile: giving',
    'payments.refund: giving',
    'payments.refunds: giving',
    'payments.sweep: giving',
    'plan-subscriptions.charge: giving',
    'plan-subscriptions.due: giving',
    'plan-subscriptions.paid: giving',
    'prayer.cleared: pastoral prayer prayer-staff',
    'prayer.digest: prayer',
    'prayer.expire: pastoral prayer prayer-staff',
    'prayer.recognize: pastoral prayer prayer-staff',
    'prayer.tell: pastoral prayer prayer-staff',
    'prayer.text: pastoral prayer prayer-staff',
    'reputation.sync: pastoral',
    'sms.received: pastoral',
    'sms.step-filed: pastoral',
    'telephony.fetch-media: pastoral',
    'telephony.mend: pastoral',
    'telephony.missed-call: pastoral',
    'telephony.notice: pastoral',
    'telephony.poll-call: pastoral',
    'telephony.remember-call: pastoral',
    'telephony.text-lost: pastoral',
  ])
})

const seen = async (ctx: Ctx) =>
  (await ctx.db.execute<{ body: string }>(sql`select body from notes order by id`)).rows.map(({ body }) => body)

async function withNotes() {
  const church = await aChurch()
  const { id: personId } = await church.staff.people.create({ firstName: 'Ann', lastName: 'Miller' })
  await church.staff.notes.create({ personId, body: 'Likes tea' })
  await church.pastor.notes.create({ personId, body: 'In grief', visibility: 'pastoral' })
  return { ...church, personId }
}

test('a query without any condition shows each actor what they may read, and nothing else', async () => {
  const { id, people } = await withNotes()
  const both = ['Likes tea', 'In grief']
  for (const role of ['owner', 'pastor'] as const)
    expect(await asMember(people[role].call, 'people.read', seen)).toEqual(both)
  for (const role of ['admin', 'staff', 'finance', 'viewer'] as const)
    expect(await asMember(people[role].call, 'people.read', seen)).toEqual(['Likes tea'])
  expect(await asActor(id, { type: 'visitor' }, 'test', seen)).toEqual(['Likes tea'])
  expect(await asActor(id, { type: 'webhook', name: 'x' }, 'test', seen)).toEqual(['Likes tea'])
  expect(await asJob(id, 'x', 'x', seen)).toEqual(['Likes tea'])
  expect(await asJob(id, 'x', 'x', seen, ['prayer'])).toEqual(['Likes tea'])
  expect(await asJob(id, 'x', 'x', seen, ['pastoral'])).toEqual(both)
})

test('an update or a delete without a condition leaves alone what may not be read, and nothing becomes confidential by someone who may not read it', async () => {
  const { people } = await withNotes()
  const asStaff = <T>(work: (ctx: Ctx) => Promise<T>) => asMember(people.staff.call, 'people.write', work)
  await asStaff(ctx => ctx.db.execute(sql`update notes set body = 'overwritten'`))
  expect(await asMember(people.pastor.call, 'people.read', seen)).toEqual(['overwritten', 'In grief'])
  await expect(
    asStaff(ctx => ctx.db.execute(sql`update notes set visibility = 'pastoral' where body = 'overwritten'`)),
  ).rejects.toThrow()
  await asStaff(ctx => ctx.db.execute(sql`delete from notes`))
  expect(await asMember(people.pastor.call, 'people.read', seen)).toEqual(['In grief'])
})

test('rights are given for a stretch of work and taken away after it, also when it fails', async () => {
  const { people } = await withNotes()
  await asMember(people.staff.call, 'people.read', async ctx => {
    expect(await withEveryRight(ctx, 'merge', () => seen(ctx))).toHaveLength(2)
    expect(ctx.rights).toEqual(['prayer', 'prayer-staff'])
    expect(await seen(ctx)).toEqual(['Likes tea'])
    await expect(withEveryRight(ctx, 'merge', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await seen(ctx)).toEqual(['Likes tea'])
    await withEveryRight(ctx, 'merge', () => withEveryRight(ctx, 'filing', () => seen(ctx)))
    expect(await seen(ctx)).toEqual(['Likes tea'])
  })
})

test('the next transaction on a connection starts without the rights of the one before', async () => {
  const { id } = await withNotes()
  for (let i = 0; i < 20; i++) {
    await asJob(id, 'x', 'x', seen, ['pastoral'])
    expect(await asActor(id, { type: 'visitor' }, 'test', seen)).toEqual(['Likes tea'])
  }
})
