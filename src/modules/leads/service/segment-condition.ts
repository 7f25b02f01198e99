import { type SQL, sql } from 'drizzle-orm'
import type { Kind } from '#people/segments/rules/condition.ts'
import { leads } from '../tables.ts'

const texts = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`

/** Ids of people with a card that answers to all of it. */
export function peopleWithCard({ stages, outcomes, source, assignedTo, valueFrom, valueTo }: Kind<'lead'>): SQL {
  const parts = [sql`l.deleted_at is null`]
  if (stages.length > 0) parts.push(sql`l.status = any(${texts(stages)})`)
  if (outcomes.length > 0) parts.push(sql`l.outcome = any(${texts(outcomes)})`)
  if (source) parts.push(sql`lower(l.source) = lower(${source})`)
  if (assignedTo) parts.push(assignedTo === 'nobody' ? sql`l.assigned_to is null` : sql`l.assigned_to = ${assignedTo}`)
  if (valueFrom !== undefined) parts.push(sql`l.value >= ${valueFrom}`)
  if (valueTo !== undefined) parts.push(sql`l.value <= ${valueTo}`)
  return sql`select l.person_id from ${leads} l where ${sql.join(parts, sql` and `)}`
}
