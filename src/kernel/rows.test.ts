import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leads } from '#leads/tables.ts'
import { messages } from '#messaging/tables.ts'
import { people } from '#people/tables.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import type { Ctx } from './ctx.ts'
import { sqlState } from './db.ts'

/** Tables that belong to no client. */
const global = [
  'users',
  'clients',
  'products',
  'prices',
  'pricing_plans',
  'stripe_sandbox_objects',
  'stripe_sandbox_notices',
  'payments_sandbox_objects',
  'payments_sandbox_notices',
  'carrier_sandbox_objects',
  'carrier_sandbox_texts',
  'carrier_sandbox_callbacks',
  'calendar_sandbox_events',
  'review_sandbox_reviews',
  'scripture_loads',
  'scripture_verses',
  'scripture_references',
]

test('every table belongs to a client with a policy, or is on the list of global ones; all have row security', async () => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(`
    select c.relname as name, c.relrowsecurity as secured,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and a.attnotnull) as owned,
      (select array_agg(p.polname::text) from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`)
  expect(rows.length).toBeGreaterThan(15)
  for (const { name, secured, owned, policies } of rows) {
    expect(secured, name).toBe(true)
    expect(policies, name).toContain(`${name}_client`)
    expect(owned, name).toBe(!global.includes(name))
  }
})

test('every table that belongs to a client leaves a trail', async () => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(`
    select c.relname as name, count(t.oid)::int as triggers from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_trigger t on t.tgrelid = c.oid and t.tgname like 'audit_%'
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id')
    group by 1`)
  const untrailed = rows.filter(row => row.triggers !== 3).map(row => row.name)
  const kept = [
    'audit_log',
    'timeline',
    'import_rows',
    'form_stats',
    'browsers_here',
    'conversation_drafts',
    'conversation_visitors',
    'page_attempts',
    'payment_tries',
    'portal_links',
    'api_key_usage',
    'idempotency_keys',
    'webhook_deliveries',
    'booking_claims',
    'busy_times',
    'calendar_source_events',
    'workflow_steps',
    'workflow_timers',
    'short_link_clicks',
    'short_link_days',
    'short_link_rollups',
    'link_goals',
    'business_card_takes',
    'funnel_visits',
    'funnel_days',
    'ledger_accounts',
    'ledger_entries',
    'ledger_postings',
    'giving_published_sums',
    'giving_campaign_totals',
    'giving_campaign_donors',
    'giving_first_gifts',
    'payment_differences',
    'payment_events',
    'payment_payouts',
    'sales_invoice_counters',
    'sales_invoice_events',
    'gift_requests',
    'giving_texts',
    'gift_aid_claim_gifts',
    'giving_receipt_counters',
    'giving_signatures',
    'prayer_counts',
    'prayers',
    'knowledge_passages',
    'language_model_reservations',
    'language_model_usage',
    'lesson_notes',
    'lesson_progress',
    'video_positions',
    'video_views',
    'video_watches',
  ]
  expect(untrailed.filter(name => !kept.includes(name))).toEqual([])
})

test('a query without a client fails, and one with a client sees and writes only its rows', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { database } = await testHouse()
  const pat = await grace.staff.leads.create({ firstName: 'Pat' })
  // Never set: unknown parameter. Set by an earlier transaction of the same connection: an empty string is no uuid.
  await expect(database.pools.app.query('select * from leads')).rejects.toThrow(/app.client_id|uuid/)
  const seen = await hope.inside(ctx => ctx.db.select({ id: leads.id }).from(leads))
  expect(seen).toEqual([])
  const changed = await hope.inside(ctx => ctx.db.update(leads).set({ notes: 'theirs' }).returning({ id: leads.id }))
  expect(changed).toEqual([])
  const foreign = hope.inside(ctx => ctx.db.insert(people).values({ clientId: grace.id, name: 'Planted' }))
  expect(await foreign.catch(sqlState)).toBe('42501')
  const crossed = hope.inside(ctx => ctx.db.insert(leads).values({ personId: pat.personId, rank: 'a0' }))
  expect(await crossed.catch(sqlState)).toBe('23503')
})

test('requests can’t reach passwords, sessions or the audit log’s lines', async () => {
  const church = await aChurch()
  for (const statement of [
    'select * from auth.credentials',
    'select * from auth.sessions',
    'delete from audit_log',
    `update audit_log set changes = '{}'`,
    `insert into audit_log (client_id, actor, operation, table_name, changes) values ('${church.id}', '{}', 'insert', 'x', '{}')`,
    'set role lampstand_platform',
    'create table planted (id int)',
    'drop table leads',
    'alter table leads disable row level security',
    `select enter('${church.id}', '${church.id}', '${church.id}', 'x', '{}'), pg_read_file('/etc/passwd')`,
  ]) {
    const outcome = await church.inside(ctx => ctx.db.execute(sql.raw(statement))).then(() => 'done', sqlState)
    expect(outcome, statement).toBe('42501')
  }
})

test('a member sees colleagues and no other user', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { items } = await grace.staff.members.list({})
  expect(items).toHaveLength(7)
  const names = await hope.inside(async ctx =>
    (await ctx.db.execute<{ id: string }>(sql`select id from users`)).rows.map(row => row.id),
  )
  expect(names).not.toContain(grace.people.staff.id)
})

test('the account’s own settings leave a trail too', async () => {
  const church = await aChurch()
  const { owner } = await testHouse()
  const { version } = await church.owner.church.read({})
  await church.owner.church.change({ followUpHours: 48, version })
  const { rows } = await owner.query(
    `select actor, changes from audit_log where table_name = 'clients' and row_id = $1 and changes ? 'follow_up_hours'`,
    [church.id],
  )
  expect(rows).toMatchObject([{ actor: { userId: church.people.owner.id }, changes: { follow_up_hours: [36, 48] } }])
})

test('what becomes of a message stands in its row: the trail keeps what someone does with it, not each step of a machine', async () => {
  const church = await aChurch()
  const { owner } = await testHouse()
  const lines = async () =>
    (
      await owner.query(`select count(*)::int as n from audit_log where client_id = $1 and table_name = 'messages'`, [
        church.id,
      ])
    ).rows[0].n
  const queue = (ctx: Ctx) =>
    ctx.db.insert(messages).values({ channel: 'sms', recipient: '+18005550100', kind: 'test', dedupeKey: 'one' })
  await church.inside(queue)
  await church.inside(ctx => ctx.db.update(messages).set({ state: 'sent' }))
  expect(await lines()).toBe(0)
  await church.inside(async ctx => {
    const actor = { type: 'member', userId: church.people.staff.id }
    await ctx.db.execute(sql`select set_config('app.actor', ${JSON.stringify(actor)}, true)`)
    await ctx.db.update(messages).set({ state: 'failed' })
  })
  expect(await lines()).toBe(1)
})

test('every write leaves who, what and the fields, without secrets; a bulk one line', async () => {
  const church = await aChurch()
  const { owner } = await testHouse()
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  await church.pastor.leads.update({ id: lead.id, version: lead.version, source: 'Website' })
  const trail = async (id: string) =>
    (await owner.query('select actor, operation, changes from audit_log where row_id = $1 order by id', [id])).rows
  expect(await trail(lead.id)).toMatchObject([
    { operation: 'insert', actor: { type: 'member', userId: church.people.staff.id } },
    { operation: 'update', actor: { userId: church.people.pastor.id }, changes: { source: [null, 'Website'] } },
  ])
  const note = await church.pastor.notes.create({ personId: lead.personId, body: 'A secret', visibility: 'pastoral' })
  await church.pastor.notes.update({ id: note.id, body: 'Another secret', version: note.version })
  expect(JSON.stringify(await trail(note.id))).not.toContain('secret')

  await church.inside(ctx =>
    ctx.db.insert(people).values(Array.from({ length: 60 }, (_, i) => ({ name: `Person ${i}` }))),
  )
  const { rows } = await owner.query(
    `select changes from audit_log where client_id = $1 and table_name = 'people' and row_id is null`,
    [church.id],
  )
  expect(rows).toEqual([{ changes: { rows: 60 } }])
})
