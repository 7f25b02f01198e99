/** The ledger after a million random gifts, fees, refunds and disputes in six currencies: against an independent sum, and its balances. ENTRIES sets another number. */
import pg from 'pg'
import { ownerOf, query } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { percentile, report } from './table.ts'

const ENTRIES = Number(process.env.ENTRIES ?? 1_000_000)
const BATCH = 10_000
const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY']
const kinds = ['asset', 'expense', 'income', 'income', 'income'] as const
const names = ['clearing:stripe', 'fees', 'fund:general', 'fund:missions', 'fund:building']

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
const books = new pg.Client(ownerOf(server.dataDir))
const sql = (text: string, values: unknown[] = []) => query(server.dataDir, text, values)
try {
  await books.connect()
  const { clientId } = await signUp(server.url)
  await sql(
    `insert into ledger_accounts (client_id, key, kind, name, currency)
     select $1, k, t, k, c from unnest($2::text[], $3::text[]) as n (k, t), unnest($4::text[]) c`,
    [clientId, names, kinds, currencies],
  )
  const expected = new Map<string, bigint>()
  const begun = performance.now()
  for (let from = 0; from < ENTRIES; from += BATCH)
    await write(clientId, from, Math.min(BATCH, ENTRIES - from), expected)
  const took = (performance.now() - begun) / 1_000
  await books.end()
  await sql('vacuum analyze ledger_accounts')
  const rounds: number[] = []
  let rows: any[] = []
  for (let round = 0; round < 50; round++) {
    const before = performance.now()
    rows = await sql(`select key || ' ' || currency as name, balance from ledger_accounts where client_id = $1`, [
      clientId,
    ])
    rounds.push(performance.now() - before)
  }
  const wrong = rows.filter(({ name, balance }) => BigInt(balance) !== (expected.get(name) ?? 0n))
  const [{ n }] = await sql(
    `select count(*)::int as n from (select entry_id from ledger_postings group by 1 having sum(amount) <> 0) e`,
  )
  const p95 = percentile(rounds, 95)
  report(`Ledger, ${ENTRIES.toLocaleString('en-US')} entries in ${currencies.length} currencies`, [
    {
      what: 'balances that differ from an independent sum',
      measured: String(wrong.length),
      value: wrong.length,
      better: 'less',
      target: 'none',
      ok: wrong.length === 0,
    },
    {
      what: 'entries that do not sum to zero',
      measured: String(n),
      value: n,
      better: 'less',
      target: 'none',
      ok: n === 0,
    },
    {
      what: 'all balances, with a new connection, p95',
      measured: `${p95.toFixed(1)} ms`,
      value: p95,
      better: 'less',
      target: 'under 20 ms',
      ok: p95 < 20,
    },
    { what: 'entries written a second', measured: (ENTRIES / took).toFixed(0), value: ENTRIES / took, better: 'more' },
  ])
} finally {
  await clearAway(server.dataDir, server)
}

/** Gifts split over funds less a fee; a tenth of them the other way around. */
async function write(clientId: string, from: number, count: number, expected: Map<string, bigint>): Promise<void> {
  const sides: { n: number; key: string; currency: string; amount: number }[] = []
  for (let n = from; n < from + count; n++) {
    const currency = currencies[Math.floor(Math.random() * currencies.length)]!
    const gift = 100 + Math.floor(Math.random() * 5_000_000)
    const [fee, first] = [Math.round(gift * 0.029) + 30, Math.floor(gift * Math.random())]
    const sign = n % 10 === 0 ? -1 : 1
    const all = [
      ['clearing:stripe', gift - fee],
      ['fees', fee],
      ['fund:general', -first],
      [n % 2 ? 'fund:missions' : 'fund:building', first - gift],
    ] as const
    for (const [key, amount] of all) {
      if (amount === 0) continue
      sides.push({ n, key, currency, amount: amount * sign })
      const name = `${key} ${currency}`
      expected.set(name, (expected.get(name) ?? 0n) + BigInt(amount * sign))
    }
  }
  const list = JSON.stringify(sides)
  const rows = `jsonb_to_recordset($2::jsonb) as s (n int, key text, currency text, amount bigint)`
  await books.query('begin')
  await books.query(
    `insert into ledger_entries (client_id, id, key, day, currency, module, source_id)
     select $1, md5('bench ' || n)::uuid, 'bench ' || n, '2026-11-22', min(currency), 'bench', $1::uuid from ${rows} group by n`,
    [clientId, list],
  )
  await books.query(
    `insert into ledger_postings (client_id, entry_id, account_id, amount)
     select $1, md5('bench ' || n)::uuid, a.id, s.amount from ${rows}
     join ledger_accounts a on a.client_id = $1 and a.key = s.key and a.currency = s.currency`,
    [clientId, list],
  )
  await books.query('commit')
}
