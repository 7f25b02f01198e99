import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asJob } from '#kernel/run.ts'
import { testHouse } from '#testing/house.ts'
import { churchOf } from './church.ts'
import { readSize } from './size.ts'
import { seedChurches } from './write.ts'

const TABLES = [
  'people',
  'contact_points',
  'households',
  'household_members',
  'consents',
  'leads',
  'appointments',
  'appointment_details',
  'appointment_attendees',
  'messages',
]

test('three churches of forty people: each sees its own rows and no others, and a second run adds nothing', async () => {
  const { owner } = await testHouse()
  const written = await seedChurches(3, 40)
  expect(written).toMatchObject({ accounts: 3, skipped: 0 })
  const { rows: churches } = await owner.query(
    `select id, slug from clients where slug like 'seed-0000%' order by slug`,
  )
  expect(churches.map((row: { slug: string }) => row.slug)).toEqual(['seed-000001', 'seed-000002', 'seed-000003'])
  let rows = 0
  for (const [i, { id }] of churches.entries()) {
    const made = churchOf(i + 1, 40, 0)
    for (const table of TABLES) {
      const seen = await asJob(id, 'test', 'test', async ({ db }) => {
        const { rows } = await db.execute<{ mine: number; all: number }>(
          sql`select count(*) filter (where client_id = ${id})::int as mine, count(*)::int as all from ${sql.identifier(table)}`,
        )
        return rows[0]!
      })
      const wanted = Object.values(made.tables[table]!)[0]!.length
      expect(seen, table).toEqual({ mine: wanted, all: wanted })
      expect(wanted, table).toBeGreaterThan(0)
      rows += wanted
    }
  }
  // The account, its owner and the membership come with each.
  expect(written.rows).toBe(rows + 9)
  expect(await seedChurches(3, 40)).toMatchObject({ accounts: 0, skipped: 3, rows: 0 })
})

test('the same church on the same day has the same rows, and another one has others', () => {
  const today = Date.UTC(2026, 10, 22)
  expect(churchOf(7, 20, today)).toEqual(churchOf(7, 20, today))
  const [one, other] = [churchOf(7, 20, today), churchOf(8, 20, today)]
  expect(new Set([...one.tables.people!.id!, ...other.tables.people!.id!]).size).toBe(40)
  expect(one.tables.people!.email).not.toEqual(other.tables.people!.email)
})

test.each([
  ['1000x200', { accounts: 1000, people: 200 }],
  ['0x5', undefined],
  ['5x', undefined],
  ['5x5x5', undefined],
  ['many', undefined],
])('size %s', (text, size) => expect(readSize(text)).toEqual(size))
