import { type SQL, sql } from 'drizzle-orm'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Filters } from '../contract.ts'
import { cellOf } from '../fields/rules/answer.ts'
import type { CustomAnswers } from '../fields/rules/types.ts'
import { answersJson } from '../fields/service/field-values.ts'
import { fieldsOf } from '../fields/service.ts'
import { isInGroup, labelField, listFields } from '../rules/standard-fields.ts'
import { groupMembers, groups, people, personTags, tags } from '../tables.ts'
import { byFirstName, byLastName, foundBy } from './list.ts'

const own = listFields('exported').map(name => ({ name, label: labelField(name), column: sql`${people[name]}` }))
const ofGroup = (group: 'name' | 'church') => own.filter(({ name }) => isInGroup(name, group))
const others = own.filter(({ name }) => !isInGroup(name, 'name') && !isInGroup(name, 'church'))

/** Every column, in order; `people` is the table's name in the query. */
const columnsOf = (timeZone: string): { label: string; column: SQL }[] => [
  ...ofGroup('name'),
  { label: 'Email', column: sql`${people.email}` },
  { label: 'Phone', column: sql`${people.phone}` },
  ...ofGroup('church'),
  {
    label: 'Tags',
    column: sql`(select string_agg(t.name, '; ') from ${personTags} x join ${tags} t on t.id = x.tag_id where x.person_id = people.id)`,
  },
  {
    label: 'Groups',
    column: sql`(select string_agg(g.name, '; ') from ${groupMembers} x join ${groups} g on g.id = x.group_id where x.person_id = people.id)`,
  },
  ...others,
  { label: 'Created', column: sql`to_char(${people.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD')` },
]

/** What the filter finds as CSV, 100,000 rows at most; formulas are made harmless. */
export async function exportCsv(ctx: Ctx, filter: Filters) {
  const fields = await fieldsOf(ctx)
  const columns = columnsOf(ctx.client.timeZone)
  const rows = await ctx.db
    .select({
      custom: fields.length > 0 ? sql<CustomAnswers | null>`${answersJson(fields)}` : sql<null>`null`,
      cells: sql<(string | null)[]>`jsonb_build_array(${sql.join(
        columns.map(({ column }) => column),
        sql`, `,
      )})`,
    })
    .from(people)
    .where(await foundBy(ctx, filter))
    .orderBy(byLastName, byFirstName, people.id)
    .limit(100_000)
  return {
    csv: csvFile(
      [...columns.map(({ label }) => label), ...fields.map(({ label }) => label)],
      rows.map(({ cells, custom }) => [...cells, ...fields.map(field => cellOf(field, custom?.[field.id]))]),
    ),
  }
}
