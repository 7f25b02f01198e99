import path from 'node:path'
import { generateNKeysBetween } from 'fractional-indexing'
import pg from 'pg'
import { placeOf } from '#postgres/embedded/place.ts'

/** Where the owner of a running server's database connects: for looking behind row security, and for bulk. */
export const ownerOf = (dataDir: string): pg.ClientConfig => ({
  host: placeOf(path.join(dataDir, 'pg')).socketDir,
  port: 5432,
  user: 'postgres',
  database: 'postgres',
})

/** One statement as the owner. */
export async function query(dataDir: string, text: string, values: unknown[] = []): Promise<any[]> {
  const client = new pg.Client(ownerOf(dataDir))
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const given = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Grace', 'Hugo', 'Iris', 'Joel', 'Kate', 'Liam', 'Mary']
const family = ['Abel', 'Baker', 'Carter', 'Diaz', 'Evans', 'Fisher', 'Garcia', 'Hill', 'Ivers', 'Jones', 'King']
const stages = ['new', 'contacted', 'qualified', 'proposal'] as const

/** So many people on one church's board, three quarters of them under New Leads where `spread` is off. */
export async function manyLeads(dataDir: string, clientId: string, count: number, { spread = true } = {}) {
  const rows = Array.from({ length: count }, (_, i) => ({
    first: given[i % given.length]!,
    last: `${family[i % family.length]} ${i}`,
    email: `person${i}@example.org`,
    phone: `+1512555${String(i % 10_000).padStart(4, '0')}`,
    status: stages[spread ? i % 4 : i % 4 === 3 ? 1 : 0]!,
  }))
  const ranks = generateNKeysBetween(null, null, count)
  const column = (name: keyof (typeof rows)[number]) => rows.map(row => row[name])
  await query(
    dataDir,
    `with source as (
       select uuidv7() as person_id, n.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
         as n(first_name, last_name, email, phone, status, rank)
     ), made as (
       insert into people (client_id, id, name, first_name, last_name, email, phone, search)
       select $1, person_id, first_name || ' ' || last_name, first_name, last_name, email, phone,
              lower(first_name || ' ' || last_name || ' ' || email || ' ' || phone) from source
     )
     insert into leads (client_id, person_id, status, rank, source, notes)
     select $1, person_id, status, rank, 'Website', 'Came to the early service and asked about the small groups.' from source`,
    [clientId, column('first'), column('last'), column('email'), column('phone'), column('status'), ranks],
  )
  await query(dataDir, 'analyze people, leads')
}
