/** 50 of 2,000 leads with authentication, row security and checked output, against bare handlers and PostGraphile 5. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { decodeJwt } from 'jose'
import { manyLeads, ownerOf } from '#testing/processes/database.ts'
import { type Person, signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import type { Bare } from './bare.ts'
import { load, type Measured } from './load.ts'
import { type Line, median, report } from './table.ts'

const CONNECTIONS = 20
const SECONDS = 3
const ROUNDS = 5
const query = `{ allLeads(first: 50, orderBy: PRIMARY_KEY_DESC) { nodes { rowId personId status outcome
  reason source assignedTo value notes rank stageEnteredAt followUpAt lastTouchAt closedAt createdAt updatedAt version
  personByClientIdAndPersonId { name email phone } } } }`

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
const children: ChildProcess[] = []
try {
  const pat = await signUp(server.url)
  await manyLeads(server.dataDir, pat.clientId, 2_000)
  const product = {
    port: server.port,
    path: '/rest/v1/leads?limit=50',
    headers: { authorization: `Bearer ${pat.token}`, 'lampstand-client': pat.clientId },
  }
  const owner = ownerOf(server.dataDir)
  const session = decodeJwt(pat.token).session_id as string
  const bare = await start({ connection: owner, clientId: pat.clientId })
  const sameTransaction = await start({
    connection: { ...owner, user: 'lampstand_app' },
    clientId: pat.clientId,
    enter: { user: pat.userId, session },
  })
  const prepared = await start({ connection: owner, clientId: pat.clientId, prepared: true })
  const postgraphile = await startPostgraphile({ connection: owner, clientId: pat.clientId })
  await sameRows(pat, bare.port, sameTransaction.port, prepared.port)
  await sameNodes(pat, postgraphile)
  await measure({ product, bare, sameTransaction, prepared, postgraphile })
} finally {
  for (const child of children) child.kill()
  await clearAway(server.dataDir, server)
}

async function start(options: Bare): Promise<{ port: number; path: string }> {
  const child = fork(path.join(import.meta.dirname, 'bare.ts'), [], { stdio: 'inherit' })
  children.push(child)
  child.send(options)
  const [port] = await once(child, 'message')
  return { port: port as number, path: '/' }
}

/** A comparison of different work would say nothing. */
async function sameRows(pat: Person, ...ports: number[]) {
  const { items } = await pat.ask('GET', '/rest/v1/leads?limit=50')
  for (const port of ports) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).then(response => response.json())
    const ids = (rows: { id: string }[]) => rows.map(row => row.id).join()
    if (items.length !== 50 || ids(answer.items) !== ids(items)) throw new Error('the handlers answer with other rows')
  }
}

type Target = { port: number; path: string; headers?: Record<string, string>; body?: string }

/** PostGraphile with packages of its own, installed when it is first asked for. */
async function startPostgraphile(options: Bare): Promise<Target> {
  const folder = path.join(import.meta.dirname, 'postgraphile')
  if (!existsSync(path.join(folder, 'node_modules')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  const child = fork(path.join(folder, 'server.mjs'), [], {
    stdio: 'inherit',
    cwd: folder,
    env: { ...process.env, GRAPHILE_ENV: 'production' },
  })
  children.push(child)
  child.send(options)
  const [port] = await once(child, 'message')
  return { port: port as number, path: '/graphql', body: JSON.stringify({ query }) }
}

async function sameNodes(pat: Person, { port, path: at, body }: Target) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${at}`, { method: 'POST', body, headers }).then(response =>
    response.json(),
  )
  const { items } = await pat.ask('GET', '/rest/v1/leads?limit=50')
  const nodes = answer.data?.allLeads?.nodes ?? []
  if (nodes.map((node: { rowId: string }) => node.rowId).join() !== items.map((item: { id: string }) => item.id).join())
    throw new Error(`PostGraphile answers with other rows: ${JSON.stringify(answer).slice(0, 600)}`)
}

type Name = 'product' | 'bare' | 'sameTransaction' | 'prepared' | 'postgraphile'

async function measure(targets: Record<Name, Target>) {
  const rounds: Record<string, Measured>[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const measured: Record<string, Measured> = {}
    for (const [name, target] of Object.entries(targets))
      measured[name] = await load({ ...target, connections: CONNECTIONS, seconds: round < 0 ? 2 : SECONDS })
    if (round >= 0) rounds.push(measured) // the first warms up
  }
  const of = (name: keyof typeof targets, figure: keyof Measured) => median(rounds.map(round => round[name]![figure]))
  const ratio = (figure: keyof Measured, to: keyof typeof targets) =>
    median(rounds.map(round => round.product![figure] / round[to]![figure]))
  const failed = rounds.flatMap(round => Object.values(round)).reduce((sum, { failed }) => sum + failed, 0)
  if (failed > 0) throw new Error(`${failed} requests failed`)
  const line = (name: keyof typeof targets) =>
    `${of(name, 'rate').toFixed(0)}/s, p50 ${of(name, 'p50').toFixed(1)} ms, p99 ${of(name, 'p99').toFixed(1)} ms`
  const percent = (part: number) => `${(part * 100).toFixed(0)}%`
  const slower = ratio('p99', 'bare')
  const share = (what: string, part: number, least: number): Line => ({
    what,
    measured: percent(part),
    value: part * 100,
    better: 'more',
    target: `at least ${percent(least)}`,
    ok: part >= least,
  })
  report(`List of 50 of 2,000 leads, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s`, [
    { what: 'bare node:http and pg', measured: line('bare') },
    { what: 'bare, same transaction', measured: line('sameTransaction') },
    { what: 'bare, prepared statement', measured: line('prepared') },
    { what: 'PostGraphile 5', measured: line('postgraphile') },
    { what: 'Lampstand', measured: line('product'), value: of('product', 'rate'), better: 'more' },
    share('of bare', ratio('rate', 'bare'), 0.3),
    share('of bare, same transaction', ratio('rate', 'sameTransaction'), 0.6),
    share('of bare, prepared', ratio('rate', 'prepared'), 0.5),
    share('of PostGraphile 5', ratio('rate', 'postgraphile'), 1),
    {
      what: 'p99 to bare',
      measured: `${slower.toFixed(1)} times`,
      value: slower,
      better: 'less',
      target: 'under 4 times',
      ok: slower < 4,
    },
  ])
}
