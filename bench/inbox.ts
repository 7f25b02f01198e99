/** An inbox of 100,000 conversations and 2 million messages: the list with its filters, a thread, and the search. */
import { query } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { type Line, median, report } from './table.ts'

const THREADS = 100_000
const EACH = 20
const ROUNDS = 7

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
try {
  const pat = await signUp(server.url)
  await fill(pat.clientId, pat.userId)
  const list = (search: string) => timed(() => pat.ask('GET', `/rest/v1/conversations?limit=50${search}`))
  const [thread] = (await pat.ask('GET', '/rest/v1/conversations?limit=50')).items
  const { nextCursor } = await pat.ask('GET', '/rest/v1/conversations?limit=50')
  const lines: Line[] = []
  const measure = async (what: string, most: number, ms: Promise<number>) => {
    const took = await ms
    lines.push({
      what,
      measured: `${took.toFixed(0)} ms`,
      value: took,
      better: 'less',
      target: `under ${most} ms`,
      ok: took < most,
    })
  }
  await measure('list, open and newest', 100, list(''))
  await measure('its next page', 100, list(`&cursor=${encodeURIComponent(nextCursor)}`))
  await measure('all, waiting longest', 100, list('&status=all&sort=waiting'))
  await measure('unread', 100, list('&unread=true'))
  const old = encodeURIComponent(`${new Date(Date.now() - 2_000 * 60_000).toISOString()}|${thread.id}`)
  await measure('unread, where all of 98,000 are read', 100, list(`&unread=true&status=all&cursor=${old}`))
  await measure('by email, which is rare', 100, list('&status=all&channel=email'))
  await measure('mine, of which there are none', 100, list('&mine=true'))
  await measure('opted out', 100, list('&status=all&optedOut=true'))
  await measure(
    'counts for the tile',
    100,
    timed(() => pat.ask('GET', '/rest/v1/conversations/counts')),
  )
  await measure(
    'a thread',
    100,
    timed(() => pat.ask('GET', `/rest/v1/conversations/${thread.id}`)),
  )
  await measure(
    'its messages',
    100,
    timed(() => pat.ask('GET', `/rest/v1/conversations/${thread.id}/items`)),
  )
  await measure('search for a name', 200, list('&search=Miller%2077'))
  await measure('a number', 200, list('&search=2055512'))
  await measure('in messages: a rare word', 200, list('&inMessages=true&search=baptistery77'))
  await measure('in messages: a word in every tenth', 200, list('&inMessages=true&search=nursery'))
  await measure('in messages: a word in all', 200, list('&inMessages=true&search=Sunday'))
  await measure('in messages: no hit at all', 200, list('&inMessages=true&search=xylophone'))
  report(`An inbox of ${THREADS.toLocaleString('en-US')} conversations, median of ${ROUNDS}`, lines)
} finally {
  await clearAway(server.dataDir, server)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = performance.now()
    await work()
    if (round > 0) rounds.push(performance.now() - before) // the first warms up
  }
  return median(rounds)
}

/** Half of the threads are open, all but the newest thousand are read, one in a hundred is by mail or opted out. */
async function fill(clientId: string, userId: string): Promise<void> {
  const id = (kind: number, n: string) => `('0${kind}000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
  const run = (text: string) =>
    query(server.dataDir, `set app.client_id = '${clientId}'`).then(() =>
      query(server.dataDir, text.replaceAll('$client', `'${clientId}'::uuid`)),
    )
  const threads = `generate_series(1, ${THREADS}) n`
  const number = `'+1' || lpad((2000000000 + n)::text, 10, '0')`
  await run(`insert into people (client_id, id, name, first_name, last_name, phone, search)
    select $client, ${id(1, 'n')}, 'Pat Miller ' || n, 'Pat', 'Miller ' || n, ${number}, lower('pat miller ' || n || ' ' || ${number}) from ${threads}`)
  await run(`insert into contact_points (client_id, person_id, kind, value, value_norm, is_primary)
    select $client, ${id(1, 'n')}, 'phone', ${number}, ${number}, true from ${threads}`)
  await run(`insert into suppressions (client_id, value, channel, reason, source)
    select $client, ${number}, 'sms', 'stop', 'reply' from ${threads} where n % 100 = 0`)
  await run(`insert into conversations (client_id, id, person_id, status, last_item_id, last_in_id, last_at, last_channel, waiting_since)
    select $client, ${id(2, 'n')}, ${id(1, 'n')}, case when n % 2 = 0 then 'open' else 'closed' end,
      ${id(4, `n * ${EACH} + ${EACH - 1}`)}, ${id(4, `n * ${EACH} + ${EACH - 2}`)}, now() - (${THREADS} - n) * interval '1 minute',
      case when n % 100 = 0 then 'email' else 'sms' end, case when n % 3 = 0 then now() - (${THREADS} - n) * interval '1 minute' end from ${threads}`)
  await run(`insert into conversation_reads (client_id, conversation_id, user_id, last_read_id)
    select $client, ${id(2, 'n')}, '${userId}', ${id(4, `n * ${EACH} + ${EACH - 1}`)} from ${threads} where n < ${THREADS - 1_000}`)
  const words = `'See you on Sunday, number ' || n || '. ' || case when n % 10 = 0 then 'Is there a nursery? ' else '' end
    || case when n % 5000 = 77 then 'Where is the baptistery' || n % 100 || '? ' else '' end || md5(n::text)`
  for (let from = EACH; from < (THREADS + 1) * EACH; from += 200_000) {
    const part = `generate_series(${from}, ${Math.min(from + 200_000, (THREADS + 1) * EACH) - 1}) n`
    await run(`insert into messages (client_id, id, channel, direction, recipient, sender, body_text, kind, purpose, state, dedupe_key)
      select $client, ${id(3, 'n')}, 'sms', case when n % 2 = 0 then 'in' else 'out' end, 'x', 'y', ${words}, 'conversation',
        'conversational', 'delivered', 'bench:' || n from ${part}`)
    await run(`insert into conversation_items (client_id, id, conversation_id, kind, message_id, direction, search)
      select $client, ${id(4, 'n')}, ${id(2, `n / ${EACH}`)}, 'message', ${id(3, 'n')}, case when n % 2 = 0 then 'in' else 'out' end, ${words} from ${part}`)
  }
  await query(server.dataDir, 'vacuum analyze')
}
