/**
 * Short links: redirects at a fixed rate with the scans that they store, and figures of a year after ten million scans.
 * CLICKS sets another number.
 */
import { spawnSync } from 'node:child_process'
import http from 'node:http'
import { query } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { type Line, percentile, report } from './table.ts'

const CLICKS = Number(process.env.CLICKS ?? 10_000_000)
const LINKS = 1_000
const RATE = 1_000
const SECONDS = 8
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

if (process.env.FIGURES_OF) await figures(process.env.FIGURES_OF)
else await all()

async function all(): Promise<void> {
  const server = await startServer({ set: { LOG_LEVEL: 'error' } })
  const sql = (text: string, values: unknown[] = []) => query(server.dataDir, text, values)
  try {
    const pat = await signUp(server.url)
    await sql(
      `insert into short_links (client_id, code, target, module, owner_id, source)
       select $1, 'code' || lpad(n::text, 4, '0'), 'https://x.example/', 'bench', gen_random_uuid(), 'qr' from generate_series(1, ${LINKS}) n`,
      [pat.clientId],
    )
    await redirects(server.port, 1) // warms it up
    await sql('truncate short_link_clicks')
    const times = await redirects(server.port, SECONDS)
    const [{ n }] = await sql('select count(*)::int as n from short_link_clicks')
    await manyClicks(sql, pat.clientId)
    await server.stop()
    const child = spawnSync(process.execPath, [import.meta.filename], {
      env: { ...process.env, DATA_DIR: server.dataDir, FIGURES_OF: pat.clientId, LOG_LEVEL: 'error', DEMO: 'off' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { counting, year, one } = JSON.parse(child.stdout.trim().split('\n').at(-1)!)
    const p99 = percentile(times, 99)
    const clicks = CLICKS.toLocaleString('en-US')
    const line = (what: string, value: number, most?: number): Line => ({
      what,
      measured: `${value.toFixed(0)} ms`,
      value,
      better: 'less',
      ...(most !== undefined && { target: `under ${most} ms`, ok: value < most }),
    })
    report('Short links', [
      line(`redirect at ${RATE.toLocaleString('en-US')} a second, p99`, p99, 15),
      {
        what: 'redirects answered and scans stored',
        measured: `${times.length} and ${n}`,
        value: n / times.length,
        better: 'more',
        target: 'the same',
        ok: n === times.length,
      },
      line(`figures of a year, ${clicks} scans of ${LINKS} links`, year, 300),
      line('figures of a year of one link', one, 300),
      line(`counting the days of that year, once`, counting),
    ])
  } finally {
    await clearAway(server.dataDir, server)
  }
}

/** So many requests a second, each when it is due, whether the ones before are answered or not. @returns milliseconds */
async function redirects(port: number, seconds: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 100 })
  const times: number[] = []
  const ask = (n: number, due: number) =>
    new Promise<void>((done, failed) => {
      const path = `/l/code${String((n % LINKS) + 1).padStart(4, '0')}`
      http
        .get({ port, host: '127.0.0.1', path, agent, headers: { 'user-agent': safari } }, answer => {
          answer.resume().on('end', () => {
            if (answer.statusCode !== 302) return failed(new Error(`${path}: ${answer.statusCode}`))
            times.push(performance.now() - due)
            done()
          })
        })
        .on('error', failed)
    })
  const begun = performance.now()
  const all: Promise<void>[] = []
  for (let n = 0; n < RATE * seconds; ) {
    while (n < RATE * seconds && begun + n * (1_000 / RATE) <= performance.now()) {
      all.push(ask(n, begun + n * (1_000 / RATE)))
      n++
    }
    // Asleep in between: a loop that spins would take one of the server’s cores.
    await new Promise(next => setTimeout(next, 1))
  }
  await Promise.all(all)
  agent.destroy()
  return times
}

/** Over the year before today, in twelve parts. */
async function manyClicks(sql: (text: string, values?: unknown[]) => Promise<any[]>, clientId: string): Promise<void> {
  await sql(`select short_link_partitions((now() - interval '400 days')::date, now()::date)`)
  await sql(`set session_replication_role = replica`)
  for (let part = 0; part < 12; part++)
    await sql(
      `with links as (select array_agg(id order by code) as ids from short_links where client_id = $1)
       insert into short_link_clicks (client_id, link_id, bot, visitor, country, device, system, browser, created_at)
       select $1, ids[1 + (n::bigint * 7919) % ${LINKS}], n % 20 = 0, md5(((n::bigint * 31) % 50000)::text),
         (array['US','US','US','MX','CA','GB',''])[1 + n % 7], (array['phone','phone','computer','tablet'])[1 + n % 4],
         (array['iPhone','Android','Windows','iPad'])[1 + n % 4], (array['Safari','Chrome','Edge','Firefox'])[1 + n % 4],
         now() - interval '1 day' * (1 + (n::float8 * 365 / ${CLICKS}))
       from links, generate_series(${Math.floor((CLICKS / 12) * part)}, ${Math.floor((CLICKS / 12) * (part + 1)) - 1}) n`,
      [clientId],
    )
  await sql('analyze')
}

/** In a process of its own, on the stopped server's data: counts the days, then asks for figures. */
async function figures(clientId: string): Promise<void> {
  const { runOnDatabase } = await import('../scripts/run-on-database.ts')
  const { asActor } = await import('#kernel/run.ts')
  const { countDays } = await import('#links/service/days.ts')
  const { linkFigures } = await import('#links/service/figures.ts')
  const as = <T>(work: (ctx: any) => Promise<T>) => asActor(clientId, { type: 'system' }, 'bench', work)
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const range = { from: day(365), to: day(0) }
  await runOnDatabase(async () => {
    const begun = performance.now()
    while (!(await as(countDays)).done);
    const counting = performance.now() - begun
    // As autovacuum does by morning.
    await query(process.env.DATA_DIR!, 'vacuum analyze short_link_days')
    const [owner] = await as(async ctx => (await ctx.db.execute('select owner_id as id from short_links limit 1')).rows)
    const timed = async (ids: string[] | null) => {
      const rounds: number[] = []
      for (let round = 0; round < 6; round++) {
        const before = performance.now()
        const found = await as(ctx => linkFigures(ctx, 'bench', ids, range))
        if (found.clicks === 0) throw new Error('nothing was counted')
        if (round > 0) rounds.push(performance.now() - before)
      }
      return percentile(rounds, 95)
    }
    console.log(JSON.stringify({ counting, year: await timed(null), one: await timed([owner.id]) }))
  })
}
