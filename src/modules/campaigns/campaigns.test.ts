import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { integer, jsonb, snakeCase, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { enqueue, event } from '#kernel/jobs.ts'
import { asActor } from '#kernel/run.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { freezeAudience } from '#people/audience/service.ts'
import { aSendingChurch, mailbox, query } from '#testing/campaigns.ts'
import type { Arm, SplitPlan } from './rules/arms.ts'
import { recordReview, requestApproval } from './service/approval.ts'
import { type CampaignKind, campaignKinds, defineCampaignKind, plugInCampaignKinds } from './service/kinds.ts'
import { approveCampaign, cancelCampaign, decideSplit, pauseCampaign, resumeCampaign } from './service/lifecycle.ts'
import { beginCampaign, scheduleStart } from './service/starting.ts'
import { approvalColumns, campaignColumns, recipientColumns } from './tables.ts'
import { startCampaign } from './tasks.ts'

const standard = () => ({
  clientId: uuid().notNull().default(sql`cast(current_setting('app.client_id') as uuid)`),
  id: uuid().notNull().default(sql`uuidv7()`),
  version: integer().notNull().default(1),
  state: text().notNull(),
})
const letters = snakeCase.table('test_letters', {
  ...standard(),
  ...campaignColumns(),
  ...approvalColumns(),
  name: text().notNull(),
  words: text().notNull(),
  split: jsonb().$type<SplitPlan>(),
  sides: jsonb(),
})
const readers = snakeCase.table('test_readers', { ...standard(), ...recipientColumns() })
type Letter = typeof letters.$inferSelect
type Reader = typeof readers.$inferSelect

/** A third channel, as small as one can be: letters by email that everyone gets who opted in. */
const letterKind = defineCampaignKind<Letter, Reader>({
  name: 'letter',
  campaigns: letters,
  recipients: readers,
  batchSize: 2,
  hasUndo: false,
  scheduled: event('test.scheduled', z.object({ campaignId: z.uuid(), at: z.string() })),
  started: event('test.started', z.object({ campaignId: z.uuid(), at: z.string().optional() })),
  afterFailedStart: 'draft',
  startProblems: { NOBODY: 'Nobody would have got it.' },
  async freeze(ctx, { id }) {
    const audience = { ...emptyAudience, everybody: true }
    const made = await freezeAudience(
      ctx,
      { audience, channel: 'email', topic: 'newsletter' },
      rows => sql`insert into ${readers} (campaign_id, address, person_id, name, state)
        select ${id}::uuid, value, person_id, name, 'waiting' from ${rows} where reason is null returning id`,
    )
    return made.length
  },
  compose: async (_ctx, { id, words }, recipients) =>
    recipients.map(({ address, name, arm }) => ({
      channel: 'email',
      purpose: 'marketing',
      kind: 'letter',
      topic: 'newsletter',
      to: address,
      toName: name,
      subject: arm === 'b' ? 'Second' : 'First',
      text: words,
      html: `<p>${words}</p>`,
      missing: [],
      unsubscribeUrl: 'https://grace.example/stop',
      batchId: id,
      dedupeKey: `letter:${id}:${address}`,
    })),
  compare: async () => ({ winner: 'b' as Arm, sides: [] }),
  approval: {
    isNeeded: async (ctx, { id }) => (await ctx.db.$count(letters, sql`${letters.id} = ${id}`)) > 0,
    isImmediate: ({ scheduledFor }) => scheduledFor === null,
    undoMs: 0,
    onRequested: async (_ctx, { name }) => void heard.push(`asked ${name}`),
    onReviewed: async (_ctx, { name }, isApproved) =>
      void heard.push(`${isApproved ? 'approved' : 'declined'} ${name}`),
  },
})
const heard: string[] = []
let before: readonly CampaignKind[]

const ddl = (table: string, columns: string) => `
  create table ${table} (client_id uuid not null default current_setting('app.client_id')::uuid, id uuid not null default uuidv7(),
    version int not null default 1, state text not null, ${columns}, primary key (client_id, id));
  alter table ${table} enable row level security;
  create policy mine on ${table} using (client_id = current_setting('app.client_id')::uuid);
  grant all on ${table} to lampstand_app`

beforeAll(async () => {
  await query('select 1')
  await query(
    ddl(
      'test_letters',
      `name text not null, words text not null, split jsonb, sides jsonb, scheduled_for timestamptz, local_time text, started_at timestamptz,
        finished_at timestamptz, made_by uuid, problem text, split_decided_at timestamptz, winner text, approval_requested_by uuid,
        approval_requested_at timestamptz, reviewed_by uuid, reviewed_at timestamptz, review_note text not null default ''`,
    ),
  )
  await query(
    ddl(
      'test_readers',
      `campaign_id uuid not null, address text not null, person_id uuid, name text not null default '', message_id uuid, arm text`,
    ),
  )
  before = campaignKinds()
  plugInCampaignKinds([...before, letterKind as unknown as CampaignKind])
})
afterAll(async () => {
  plugInCampaignKinds(before)
  await query('drop table test_letters, test_readers')
})
afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aSendingChurch>>
const asMember = <T>(church: Church, userId: string, work: (ctx: Ctx) => Promise<T>) =>
  asActor(church.id, { type: 'member', userId, role: 'admin' }, 'test', work)

const aLetter = async (ctx: Ctx, changes: Partial<Letter> = {}): Promise<Letter> => {
  const values = { name: 'June', words: 'Dear friends', state: 'draft', ...changes }
  const [row] = await ctx.db.insert(letters).values(values).returning()
  return row!
}
const stateOf = async (id: string) =>
  (
    await query('select state, problem, winner, finished_at is not null as ended from test_letters where id = $1', [id])
  )[0]
const written = (id: string) =>
  query('select address, arm from test_readers where campaign_id = $1 and state = $2', [id, 'written'])

test('a third kind is approved by a second person, sent in batches, paused in between, and ends with its last message', async () => {
  const church = await aSendingChurch()
  const emails = await church.readers(5)
  const author = randomUUID()
  const { id } = await church.inside(async ctx => {
    const letter = await aLetter(ctx, { madeBy: author })
    await requestApproval(ctx, letterKind, letter)
    return letter
  })
  expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
  const version = (await query('select version from test_letters where id = $1', [id]))[0].version
  await asMember(church, author, async ctx =>
    expect(recordReview(ctx, letterKind, { id, version, note: '' }, true)).rejects.toMatchObject({ code: 'OWN' }),
  )
  await asMember(church, randomUUID(), ctx => approveCampaign(ctx, letterKind, { id, version, note: 'Good' }))
  expect(heard.splice(0)).toEqual(['asked June', 'approved June'])
  await church.inside(ctx => pauseCampaign(ctx, letterKind, id))
  await church.settle()
  expect(await stateOf(id)).toMatchObject({ state: 'paused' })
  expect(await written(id)).toEqual([])
  await church.inside(ctx => resumeCampaign(ctx, letterKind, id))
  await church.settle()
  expect(await written(id)).toHaveLength(5)
  expect(await stateOf(id)).toMatchObject({ state: 'sent', ended: true })
  for (const email of emails) expect(await mailbox(email, 'letter')).toMatchObject([{ state: 'delivered' }])
})

test('declined, it is not sent; an answer to words that have changed since is refused', async () => {
  const church = await aSendingChurch()
  await church.readers(1)
  const { id, version } = await church.inside(ctx => aLetter(ctx, { state: 'waiting' }))
  const review = (asked: number) =>
    asMember(church, randomUUID(), ctx => recordReview(ctx, letterKind, { id, version: asked, note: 'No' }, false))
  await expect(review(version + 1)).rejects.toMatchObject({ code: 'CONFLICT' })
  await review(version)
  expect(await review(version)).toBeUndefined()
  expect(heard.splice(0)).toEqual(['declined June'])
  await church.settle()
  expect(await stateOf(id)).toMatchObject({ state: 'declined' })
  expect(await written(id)).toEqual([])
})

test('scheduled, it starts at its time and not before; what can’t start says why', async () => {
  const church = await aSendingChurch()
  const at = new Date(clock.ms() + hours(2))
  const aPlan = (ctx: Ctx, scheduledFor: Date) =>
    aLetter(ctx, { state: 'scheduled', scheduledFor, reviewedBy: randomUUID() })
  const empty = await church.inside(async ctx => {
    const { id: campaignId } = await aPlan(ctx, at)
    // The job of an earlier plan comes too early, and asks for itself again.
    await enqueue(ctx, startCampaign, { campaignId })
    return campaignId
  })
  await church.settle()
  expect(await stateOf(empty)).toMatchObject({ state: 'scheduled' })
  clock.advance(hours(2))
  await church.settle()
  expect(await stateOf(empty)).toMatchObject({ state: 'draft', problem: 'Nobody would have got it.' })
  await church.readers(1)
  const full = await church.inside(async ctx => {
    const { id } = await aPlan(ctx, clock.now())
    await scheduleStart(ctx, letterKind, id, clock.now())
    return id
  })
  await church.settle()
  expect(await stateOf(full)).toMatchObject({ state: 'sent', problem: null })
  expect(await written(full)).toHaveLength(1)
})

test('two versions: a share by lot, compared at its time, and the rest gets the better one; canceled, nobody further gets it', async () => {
  const church = await aSendingChurch()
  await church.readers(6)
  const split = { share: 34, hours: 4, otherwise: 'a' as const }
  const begin = () =>
    church.inside(async ctx => {
      const letter = await aLetter(ctx, { split })
      await beginCampaign(ctx, letterKind, letter)
      return letter.id
    })
  const id = await begin()
  await church.settle()
  const arms = async () => (await written(id)).map(({ arm }) => arm).sort()
  expect(await arms()).toEqual(['a', 'b', 'b'])
  clock.advance(hours(4))
  await church.settle()
  expect(await arms()).toEqual(['a', 'b', 'b', 'b', 'b', 'b'])
  expect(await stateOf(id)).toMatchObject({ state: 'sent', winner: 'b' })
  await church.inside(ctx => decideSplit(ctx, letterKind, id))

  const other = await begin()
  await church.settle()
  await church.inside(ctx => cancelCampaign(ctx, letterKind, other))
  clock.advance(hours(4))
  await church.settle()
  expect(await stateOf(other)).toMatchObject({ state: 'cancelled', winner: null })
  expect(await written(other)).toHaveLength(3)
})

test('what waits in the queues of earlier versions is done at its time', async () => {
  const church = await aSendingChurch()
  await church.readers(2)
  const at = new Date(clock.ms() + hours(1))
  const old = (queue: string) => ({ ...startCampaign, queue })
  const ids = await church.inside(async ctx => {
    const plan = { state: 'scheduled', scheduledFor: at, reviewedBy: randomUUID() }
    const [first, second] = [await aLetter(ctx, plan), await aLetter(ctx, plan)]
    await enqueue(ctx, old('sms.begin'), { campaignId: first.id }, { after: at })
    // Announced, and not yet turned into a job for its time.
    await enqueue(ctx, old('email.scheduled'), { campaignId: second.id })
    return [first.id, second.id]
  })
  await church.settle()
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'scheduled' })
  clock.advance(hours(1))
  await church.settle()
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'sent' })
  for (const id of ids) expect(await written(id)).toHaveLength(2)
})
