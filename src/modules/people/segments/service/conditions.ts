import { type SQL, sql } from 'drizzle-orm'
import type { Condition } from '../rules/condition.ts'

type IdsOf = (condition: never) => SQL

let conditions: Readonly<Record<string, IdsOf>> = {}

/** Says how conditions about other modules' rows are asked; called once, by app/jobs.ts. */
export function plugInSegmentConditions(given: Readonly<Record<string, IdsOf>>): void {
  conditions = given
}

/** Ids of the people who meet it; nobody's where no module knows the kind. */
export const peopleMeeting = (condition: Condition): SQL =>
  conditions[condition.kind]?.(condition as never) ?? sql`select null::uuid where false`
