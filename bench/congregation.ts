import { query } from '#testing/processes/database.ts'
import { median } from './table.ts'

/** Median of so many rounds, in milliseconds. */
export async function timed(work: () => Promise<unknown>, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return median(times)
}

/** One in three shares a number; half opted in, one in fifty STOP; one in ten is a child of a household. */
export async function manyPeople(
  dataDir: string,
  clientId: string,
  people: number,
  channel: 'sms' | 'voice',
): Promise<void> {
  const all = `generate_series(1, ${people}) n`
  const id = (n: string) => `('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
  const number = (n: string) => `'+1512' || lpad((2000000 + ${n} - (${n} % 3) / 2)::text, 7, '0')`
  const insert = (text: string) => query(dataDir, text.replaceAll('$client', `'${clientId}'::uuid`))
  await insert(`insert into people (client_id, id, name, first_name, last_name, campus, birth_date)
    select $client, ${id('n')}, 'Pat ' || n, 'Pat', 'Miller ' || n, case when n % 4 = 0 then 'North' else 'Main' end,
      case when n % 5 > 0 then (1940 + n % 66) || '-05-17' end from ${all}`)
  await insert(`insert into contact_points (client_id, person_id, kind, value, value_norm, is_primary)
    select $client, ${id('n')}, 'phone', ${number('n')}, ${number('n')}, true from ${all}`)
  await insert(`insert into consents (client_id, value, channel, topic, state, source)
    select distinct $client, ${number('n')}, '${channel}', 'news', 'granted', 'form' from ${all} where n % 2 = 0`)
  await insert(`insert into suppressions (client_id, value, channel, reason, source)
    select distinct $client, ${number('n')}, '${channel}', 'stop', 'reply' from ${all} where n % 50 = 0`)
  await insert(
    `insert into households (client_id, id, name) select $client, ${id('n')}, 'Millers' from ${all} where n % 10 = 0`,
  )
  await insert(`insert into household_members (client_id, household_id, person_id, role)
    select $client, ${id('n - n % 10')}, ${id('n')}, case when n % 10 = 1 then 'child' else 'adult' end
    from ${all} where n >= 10 and n % 10 < 3`)
  await query(dataDir, 'analyze')
}
