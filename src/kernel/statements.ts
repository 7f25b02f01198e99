import type pg from 'pg'

/** From this use on a statement is prepared under a name: PostgreSQL parses it once for each connection and may keep its plan. */
const FROM_USE = 6
/** For each connection: a prepared statement takes memory there until the connection ends. */
const MOST_NAMED = 500
/** Texts whose uses are counted, in all connections; lists of changing length make new ones without end. */
const MOST_COUNTED = 5_000

interface Seen {
  uses: number
  name: string
}
const seen = new Map<string, Seen>()
let made = 0

/** Counts a use of the text. @returns its name, once it has been used often enough */
function nameOf(text: string): string | undefined {
  const known = seen.get(text)
  if (known) return ++known.uses >= FROM_USE ? known.name : undefined
  if (seen.size >= MOST_COUNTED) seen.delete(seen.keys().next().value!)
  seen.set(text, { uses: 1, name: `l${++made}` })
}

type Query = (config: any, values?: any, callback?: any) => any

/** Gives a client's frequent statements names. What has a name already, no parameters, or is a stream stays as it is. */
function nameFrequent(client: pg.ClientBase): void {
  const named = new Set<string>()
  const plain: Query = client.query.bind(client)
  const query: Query = (config, values, callback) => {
    const text = typeof config === 'string' ? config : config?.text
    const params = Array.isArray(values) ? values : config?.values
    if (!text || !params?.length || config.name || config.submit) return plain(config, values, callback)
    const name = nameOf(text)
    if (!name || (named.size >= MOST_NAMED && !named.has(name))) return plain(config, values, callback)
    named.add(name)
    return plain({ ...(typeof config === 'string' ? { text } : config), name }, values, callback)
  }
  client.query = query as never
}

/**
 * For a pool's `connect` event. Statements get names on direct connections alone: a pooler hands each transaction to
 * another server process, which knows none of them. Behind one, the process id that the connection was given is not
 * the one that answers.
 */
export function namesStatements(): (client: pg.ClientBase) => void {
  let direct: Promise<boolean> | undefined
  return client => {
    direct ??= client.query<{ pid: number }>('select pg_backend_pid() as pid').then(
      ({ rows }) => rows[0]!.pid === (client as unknown as { processID: number }).processID,
      () => false,
    )
    direct.then(isDirect => isDirect && nameFrequent(client))
  }
}
