import pg from 'pg'
import { expect, test } from 'vitest'
import { testHouse } from '#testing/house.ts'
import { namesStatements } from './statements.ts'

const prepared = async (client: pg.Client, like: string) =>
  (await client.query(`select name, statement from pg_prepared_statements where statement like '%${like}%'`)).rows

async function connected(change: (client: pg.Client) => void = () => {}): Promise<pg.Client> {
  const { owner } = await testHouse()
  const client = new pg.Client({ ...(owner as any).connectionParameters, pipeline: true } as pg.ClientConfig)
  await client.connect()
  change(client)
  namesStatements()(client)
  await client.query('select 1')
  return client
}

test('a statement with parameters is prepared from its sixth use on, and answers as before', async () => {
  const client = await connected()
  const text = 'select $1::int + 1 as six'
  for (let i = 0; i < 5; i++) expect((await client.query(text, [i])).rows).toEqual([{ six: i + 1 }])
  expect(await prepared(client, 'as six')).toEqual([])
  // Several at once, as one request may send them.
  const answers = await Promise.all([5, 6, 7].map(i => client.query({ text, values: [i] })))
  expect(answers.map(({ rows }) => rows[0].six)).toEqual([6, 7, 8])
  expect(await prepared(client, 'as six')).toHaveLength(1)
  await client.end()
})

test('a statement that fails leaves the others prepared, and can be used again', async () => {
  const client = await connected()
  const text = 'select 1 / $1::int as divided'
  for (let i = 1; i < 8; i++) await client.query(text, [i])
  await client.query('begin')
  await expect(client.query(text, [0])).rejects.toThrow(/division by zero/)
  await expect(client.query(text, [1])).rejects.toThrow(/aborted/)
  await client.query('rollback')
  expect((await client.query(text, [1])).rows).toEqual([{ divided: 1 }])
  await client.end()
})

test('at most 500 statements are prepared on a connection', async () => {
  const client = await connected()
  for (let i = 0; i < 510; i++)
    for (let use = 0; use < 6; use++) await client.query(`select $1::int as "many ${i}"`, [i])
  expect(await prepared(client, 'as "many')).toHaveLength(500)
  await client.end()
})

test('behind a pooler nothing is prepared', async () => {
  // The process id of a pooler's connection is the pooler's own invention.
  const client = await connected(one => Object.assign(one, { processID: 1 }))
  for (let i = 0; i < 10; i++) await client.query('select $1::int as pooled', [i])
  expect(await prepared(client, 'as pooled')).toEqual([])
  await client.end()
})
