/** What the product is compared with: node:http and pg, nothing else. Runs as a process of its own. */
import http from 'node:http'
import pg from 'pg'

export interface Bare {
  connection: pg.PoolConfig
  clientId: string
  /** Absent: one query that names the client. Present: the product's transaction with its row security. */
  enter?: { user: string; session: string }
  /** The one query under a name: parsed and planned once a connection. */
  prepared?: boolean
}

const columns = `l.id, l.person_id as "personId", p.name, p.email, p.phone, l.status, l.outcome, l.reason, l.source,
  l.assigned_to as "assignedTo", l.value, l.notes, l.rank, l.stage_entered_at as "stageEnteredAt",
  l.follow_up_at as "followUpAt", l.status <> 'closed' and l.follow_up_at < now() is true as overdue,
  l.last_touch_at as "lastTouchAt", l.closed_at as "closedAt", l.created_at as "createdAt",
  l.updated_at as "updatedAt", l.version`
const from = 'from leads l join people p on p.client_id = l.client_id and p.id = l.person_id'
const order = 'order by l.id desc limit 50'

process.once('message', (bare: Bare) => {
  const pool = new pg.Pool({ ...bare.connection, max: 10, pipeline: true } as pg.PoolConfig)
  const rows = bare.enter ? inTransaction(pool, bare) : inOneQuery(pool, bare)
  const server = http.createServer(async (_, response) => {
    const body = JSON.stringify({ items: await rows() })
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', Buffer.byteLength(body))
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
})

function inOneQuery(pool: pg.Pool, { clientId, prepared }: Bare) {
  const text = `select ${columns} ${from} where l.client_id = $1 and l.deleted_at is null ${order}`
  const query = { text, values: [clientId], ...(prepared && { name: 'leads' }) }
  return async () => (await pool.query(query)).rows
}

function inTransaction(pool: pg.Pool, { clientId, enter }: Bare) {
  const text = `select ${columns} ${from} where l.deleted_at is null ${order}`
  const who = [enter!.user, enter!.session, clientId, '00000000-0000-4000-8000-000000000000', '{}']
  return async () => {
    const client = await pool.connect()
    try {
      await Promise.all([client.query('begin'), client.query('select * from enter($1, $2, $3, $4, $5)', who)])
      const { rows } = await client.query(text)
      await client.query('commit')
      return rows
    } finally {
      client.release()
    }
  }
}
