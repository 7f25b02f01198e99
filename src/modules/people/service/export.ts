import { sql } from 'drizzle-orm'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Filters } from '../contract.ts'
import { cellOf } from '../fields/rules/answer.ts'
import type { CustomAnswers } from '../fields/rules/types.ts'
import { answersJson } from '../fields/service/field-values.ts'
import { fieldsOf } from '../fields/service.ts'
import { groupMembers, groups, people, personTags, tags } from '../tables.ts'
import { byFirstName, byLastName, foundBy } from './list.ts'

const header = [
  'First name',
  'Last name',
  'Nickname',
  'Email',
  'Phone',
  'Membership',
  'Tags',
  'Groups',
  'Birth date',
  'Source',
  'Created',
]

/** What the filter finds as CSV, 100,000 rows at most; formulas are made harmless. */
export async function exportCsv(ctx: Ctx, filter: Filters) {
  const fields = await fieldsOf(ctx)
  const rows = await ctx.db
    .select({
      custom: fields.length > 0 ? sql<CustomAnswers | null>`${answersJson(fields)}` : sql<null>`null`,
      cells: sql<
        (string | null)[]
      >`jsonb_build_array(${people.firstName}, ${people.lastName}, ${people.nickName}, ${people.email}, ${people.phone}, ${people.membershipStatus},
        (select string_agg(t.name, '; ') from ${personTags} x join ${tags} t on t.id = x.tag_id where x.person_id = people.id),
        (select string_agg(g.name, '; ') from ${groupMembers} x join ${groups} g on g.id = x.group_id where x.person_id = people.id),
        ${people.birthDate}, ${people.source}, to_char(${people.createdAt} at time zone ${ctx.client.timeZone}, 'YYYY-MM-DD'))`,
    })
    .from(people)
    .where(await foundBy(ctx, filter))
    .orderBy(byLastName, byFirstName, people.id)
    .limit(100_000)
  return {
    csv: csvFile(
      [...header, ...fields.map(({ label }) => label)],
      rows.map(({ cells, custom }) => [...cells, ...fields.map(field => cellOf(field, custom?.[field.id]))]),
    ),
  }
}
