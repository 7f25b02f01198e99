import { and, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { personFields, personFieldValues } from '#people/fields/tables.ts'
import { people } from '#people/tables.ts'
import type { Wait } from '../rules/graph.ts'
import { dateWaitEnd } from '../rules/wait-times.ts'

type DateWait = Extract<Wait, { for: 'date' }>
/** Dates that come again each year. */
const yearly = { birthdate: people.birthDate, anniversary: people.anniversary }

/** When a wait for a date ends, by person: a field of theirs, or `custom.<key>` of the church's own. Null: none is known. */
export async function dateEnd(
  ctx: Ctx,
  personIds: string[],
  { field, offsetDays, time }: DateWait,
  now: Date,
): Promise<(personId: string) => Date | null> {
  const own = yearly[field.toLowerCase() as keyof typeof yearly]
  const rows = own
    ? await ctx.db.select({ id: people.id, day: own }).from(people).where(inArray(people.id, personIds))
    : await customDays(ctx, personIds, field.replace(/^custom\./, ''))
  const days = new Map(rows.map(({ id, day }) => [id, day]))
  const how = { offsetDays, time, yearly: own !== undefined }
  return personId => dateWaitEnd(days.get(personId), how, now, ctx.client.timeZone)
}

const customDays = (ctx: Ctx, personIds: string[], key: string) =>
  ctx.db
    .select({ id: personFieldValues.personId, day: personFieldValues.bodyDay })
    .from(personFieldValues)
    .innerJoin(
      personFields,
      sql`${personFields.clientId} = ${personFieldValues.clientId} and ${personFields.id} = ${personFieldValues.fieldId}`,
    )
    .where(and(sql`${personFields.key} = ${key}`, inArray(personFieldValues.personId, personIds)))
