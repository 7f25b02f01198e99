import { expect, test } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { testHouse } from '#testing/house.ts'
import { tablePolicies } from './table-policies.ts'

// Loads every module's tables.
void jobs

async function query<T>(text: string): Promise<T[]> {
  const { owner } = await testHouse()
  return (await owner.query(text)).rows as T[]
}

const ofAccounts = `
  select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)`

test('every table with rows of accounts declares its policy', async () => {
  const tables = await query<{ name: string }>(`${ofAccounts} order by 1`)
  expect(tables.length).toBeGreaterThan(80)
  expect([...tablePolicies().keys()].sort()).toEqual(tables.map(({ name }) => name))
})

test('every table with people in it appears in the audit log, in exports and in merges, or says why not', async () => {
  const rows = await query<{ name: string }>(`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'uuid'::regtype
    where c.relname in (${ofAccounts}) and c.relnamespace = 'public'::regnamespace and (a.attname like '%person_id' or exists (
      select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'public.people'::regclass
      and a.attnum = any(f.conkey) and a.attname <> 'client_id'))`)
  const withPeople = new Set(rows.map(({ name }) => name))
  expect(withPeople.size).toBeGreaterThan(20)
  for (const [name, policy] of tablePolicies()) {
    const { audit, merge } = policy
    const takesPart = merge !== 'nobody'
    // A merge keeps both sides by columns of its own.
    expect(takesPart, `merge of ${name}`).toBe(
      withPeople.has(name) || name === 'person_merges' || name === 'merge_steps',
    )
    const reasons = [audit, policy.export, merge].flatMap(part =>
      typeof part === 'object'
        ? Object.entries(part).filter(([key]) => ['none', 'quiet', 'owner', 'stays'].includes(key))
        : [],
    )
    for (const [, why] of reasons) expect(String(why).length, name).toBeGreaterThan(5)
  }
})

test('what leaves a trail is what says so', async () => {
  const rows = await query<{ name: string; triggers: number }>(`
    select t.name, (select count(*)::int from pg_trigger g where g.tgrelid = t.name::regclass and g.tgname in ('audit_i', 'audit_u', 'audit_d')) as triggers
    from (${ofAccounts}) t`)
  for (const { name, triggers } of rows) expect(triggers, name).toBe('none' in tablePolicies().get(name)!.audit ? 0 : 3)
})

test('every row that may ask for a right is held back by restrictive policies, and every child carries its flag', async () => {
  const rows = await query<{ name: string; needs: boolean; policies: string[]; carries: boolean }>(`
    select t.name, exists (select from pg_attribute a where a.attrelid = t.name::regclass and a.attname = 'needs') as needs,
      coalesce((select array_agg(p.polcmd::text order by p.polcmd) from pg_policy p where p.polrelid = t.name::regclass
        and not p.polpermissive and pg_get_expr(p.polqual, p.polrelid) like '%app.rights%'
        and p.polroles @> array['lampstand_app'::regrole::oid, 'lampstand_platform'::regrole::oid]), '{}') as policies,
      exists (select from pg_trigger g where g.tgrelid = t.name::regclass and g.tgname = 'carry_needs') as carries
    from (${ofAccounts}) t`)
  for (const { name, needs, policies, carries } of rows) {
    const { confidential } = tablePolicies().get(name)!
    const declared = confidential !== 'nothing'
    expect(needs, name).toBe(declared)
    // r: select, w: update, d: delete
    expect(policies, name).toEqual(declared && !('own' in confidential) ? ['d', 'r', 'w'] : [])
    expect(carries, name).toBe(declared && 'from' in confidential)
  }
})

test('a table that hangs on confidential rows is confidential itself, or named here with the reason', async () => {
  const open: Record<string, string> = {
    conversation_reads: 'how far a member has read',
    macro_runs: 'ids and states of what a macro did',
    mail_reports: 'what another mail server said',
    person_aliases: 'ids of merged people and threads',
    sms_keyword_uses: 'a number that used a keyword',
    calls: 'calls are listed for those who may use the telephone',
    form_versions: 'questions, no answers',
    form_stats: 'counts',
    appointment_reminders: 'when and by which channel',
    booking_claims: 'which resource is taken when',
    calendar_source_events: 'ids and versions in another calendar',
  }
  const asking = [...tablePolicies()].filter(([, { confidential }]) => confidential !== 'nothing').map(([name]) => name)
  const rows = await query<{ name: string; parent: string }>(`
    select distinct f.conrelid::regclass::text as name, f.confrelid::regclass::text as parent from pg_constraint f
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.confrelid::regclass::text in (${asking.map(name => `'${name}'`)})`)
  const bare = rows.filter(({ name }) => tablePolicies().get(name)?.confidential === 'nothing' && !(name in open))
  expect(bare).toEqual([])
})

test('someone signed in to the portal sees what a table declares for them, and nothing of the others', async () => {
  const rows = await query<{ name: string; hidden: boolean; limited: string[] }>(`
    select c.relname as name,
      (select bool_and(pg_get_expr(p.polqual, p.polrelid) like '%app.person_id%' and pg_get_expr(p.polwithcheck, p.polrelid) like '%app.person_id%')
        from pg_policy p where p.polrelid = c.oid and p.polpermissive
        and p.polroles && array['lampstand_app'::regrole::oid, 0::oid]) as hidden,
      coalesce((select array_agg(p.polcmd::text order by p.polcmd) from pg_policy p where p.polrelid = c.oid and not p.polpermissive
        and concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) like '%app.person_id%'
        and p.polroles = array['lampstand_app'::regrole::oid]), '{}') as limited
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  // a: insert, d: delete, r: select, w: update
  const all = ['a', 'd', 'r', 'w']
  const seen: string[] = []
  for (const { name, hidden, limited } of rows) {
    const person = tablePolicies().get(name)?.person
    if (person || name === 'clients') seen.push(name)
    const isOpen = name === 'clients' || (person && 'everyone' in person)
    if (tablePolicies().has(name) && !person) expect([hidden, limited], name).toEqual([true, []])
    else expect(limited, name).toEqual(isOpen ? all.filter(verb => verb !== 'r') : all)
  }
  expect(seen).toEqual([
    'appointment_attendees',
    'clients',
    'consents',
    'contact_points',
    'giving_receipts',
    'people',
    'portal_sessions',
    'prayer_consents',
    'prayer_counts',
    'prayer_history',
    'prayer_notes',
    'prayer_requesters',
    'prayer_requests',
    'prayer_settings',
    'prayers',
    'suppressions',
    'topics',
  ])
})
