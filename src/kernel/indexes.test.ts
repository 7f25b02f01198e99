import { expect, test } from 'vitest'
import { testHouse } from '#testing/house.ts'

test('every foreign key has an index that begins with its columns', async () => {
  const { owner } = await testHouse()
  const { rows } = await owner.query(`
    select c.conrelid::regclass::text as "table", c.conname as name,
      array(select a.attname::text from unnest(c.conkey) with ordinality k (n, o)
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by o) as columns
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname in ('public', 'auth') and c.conparentid = 0
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indisvalid
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
    order by 1, 2`)
  expect(rows.map(row => `${row.table}.${row.name} (${row.columns.join(', ')})`)).toEqual([])
})
