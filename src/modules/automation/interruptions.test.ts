// Isolated: it cuts database connections and allows loopback addresses, so that a server of the test receives webhooks.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

vi.stubEnv('WEBHOOKS_TO_LOOPBACK', 'on')
const { clock, hours } = await import('#kernel/clock.ts')
const { database } = await import('#kernel/db.ts')
const { runWaitingJobs } = await import('#kernel/jobs.ts')
const { testHouse } = await import('#testing/house.ts')
const { aChurch } = await import('#testing/church.ts')
const { act, graph, logOf, published, runsOf } = await import('#testing/workflows.ts')
const { onTrigger } = await import('./service/engine.ts')
const { query } = await import('#testing/campaigns.ts')

type Church = Awaited<ReturnType<typeof aChurch>>
/** The webhooks that came, by the id that stays the same however often one is tried. */
const received = new Set<string>()
let answer: (response: http.ServerResponse) => void = response => response.writeHead(204).end()
const receiver = http.createServer((request, response) => {
  request.resume().on('end', () => {
    received.add(String(request.headers['webhook-id']))
    answer(response)
  })
})
beforeAll(() => new Promise<void>(ready => receiver.listen(0, '127.0.0.1', ready)))
afterAll(() => {
  vi.unstubAllEnvs()
  receiver.closeAllConnections()
  return new Promise(done => receiver.close(done))
})
afterEach(() => clock.reset())

let counting: ((client: any) => void) | undefined
/** Counts the statements of requests and jobs from here on, and cuts the connection before the one of that number. */
function cutBefore(point: number): () => number {
  let count = 0
  counting = client => {
    if (++count === point) client.connection.stream.destroy()
  }
  return () => count
}
beforeAll(async () => {
  await testHouse()
  const pool = database().pools.app as any
  const connect = pool.connect.bind(pool)
  pool.connect = async () => {
    const client = await connect()
    const { query: ask } = Object.getPrototypeOf(client)
    client.query = (...given: unknown[]) => {
      counting?.(client)
      return ask.apply(client, given)
    }
    return client
  }
})
afterEach(() => {
  counting = undefined
})

async function aFlow(church: Church) {
  const { port } = receiver.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/hooks`
  const endpoint = await church.owner.webhookEndpoints.create({ url, events: ['workflow.step'] })
  return published(
    church,
    graph('lead.created', [
      act('a', 'people.set_field', { field: 'campus', value: 'North' }),
      act('b', 'sms.send', { body: 'Hi {firstName}', purpose: 'conversational' }),
      act('c', 'email.send', { subject: 'Hi', body: 'Hi {firstName}', purpose: 'transactional' }),
      act('d', 'automation.webhook', { endpointId: endpoint.id }),
      act('e', 'people.add_note', { body: 'Welcomed' }),
    ]),
  )
}
const aGuest = (church: Church, n: number) =>
  church.staff.leads.create({ firstName: 'Pat', email: `pat${n}.${church.id}@example.org`, phone: phoneOf(n) })
const phoneOf = (n: number) => `+1512555${String(1000 + n)}`

/** Runs the jobs; one that fails is tried again. @returns how many failed */
async function finish(): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      await runWaitingJobs()
      return tries
    } catch {
      // What the dead worker had in its hands is another's now.
      await query(`update pgboss.job set state = 'retry' where state = 'active'`)
    }
  }
  throw new Error('It never ends')
}

test('a worker that is cut off at any of twenty points of a run: field, text, email, webhook and note once each', async () => {
  const church = await aChurch()
  const flow = await aFlow(church)
  await aGuest(church, 0)
  const counted = cutBefore(-1)
  await runWaitingJobs()
  const length = counted()
  expect(length).toBeGreaterThan(40)
  counting = undefined
  let failed = 0
  for (let n = 1; n <= 20; n++) {
    await aGuest(church, n)
    cutBefore(Math.ceil((length * n) / 21))
    failed += await finish()
    counting = undefined
  }
  expect(failed).toBeGreaterThan(15)
  const runs = await runsOf(church, flow.id)
  expect(runs.map(run => run.state)).toEqual(Array(21).fill('completed'))
  const messages = await query(
    `select recipient, channel, state from messages where client_id = $1 and dedupe_key like 'run:%'`,
    [church.id],
  )
  expect(messages).toHaveLength(42)
  // One that was cut off between claim and answer may have left: it is not sent again.
  expect(messages.filter(({ state }) => !['delivered', 'sent', 'sending', 'unknown'].includes(state))).toEqual([])
  expect(await query('select count(*)::int as n from notes where client_id = $1', [church.id])).toEqual([{ n: 21 }])
  const twice = await query(
    'select recipient from carrier_sandbox_texts where recipient like $1 group by recipient having count(*) > 1',
    ['+15125551%'],
  )
  expect(twice).toEqual([])
  expect(received.size).toBe(21)
  const fields = await query(`select count(*)::int as n from people where client_id = $1 and campus = 'North'`, [
    church.id,
  ])
  expect(fields).toEqual([{ n: 21 }])
}, 90_000)

test('an event that is replayed ten times starts one run', async () => {
  const church = await aChurch()
  const flow = await published(church, graph('lead.created', [act('a', 'people.add_note', { body: 'Hello' })]))
  const { personId, id: leadId } = await church.staff.leads.create({ firstName: 'Ann' })
  const news = { leadId, personId, userId: null, at: new Date() }
  await Promise.all(
    Array.from({ length: 10 }, () => church.inside(ctx => onTrigger(ctx, 'lead.created', news)).catch(() => {})),
  )
  clock.advance(hours(1))
  for (let i = 0; i < 10; i++) await church.inside(ctx => onTrigger(ctx, 'lead.created', news))
  expect(await runsOf(church, flow.id)).toHaveLength(1)
})

test('a webhook that redirects, answers 10 MB or fails: the run has gone on, and its log says what came of it', async () => {
  const church = await aChurch()
  const flow = await aFlow(church)
  const outcome = async (n: number) => {
    await aGuest(church, n)
    await finish()
    const [run] = await runsOf(church, flow.id)
    expect(run!.state).toBe('completed')
    return (await logOf(church, run!.id)).find(step => step.step === 'd')!.output
  }
  answer = response => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  expect(await outcome(30)).toMatchObject({ delivery: 'pending', status: 302 })
  answer = response => response.writeHead(200).end(Buffer.alloc(10_000_000))
  expect(await outcome(31)).toMatchObject({ delivery: 'delivered', status: 200 })
  answer = response => response.writeHead(500).end()
  expect(await outcome(32)).toMatchObject({ delivery: 'pending', status: 500 })
})
