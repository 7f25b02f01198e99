import type { SQL } from 'drizzle-orm'
import type { Condition } from '../rules/condition.ts'

type IdsOf = (condition: never) => SQL

let conditions: Readonly<Record<string, IdsOf>> = {}

/** Says how conditions about other modules' rows are asked; called once, by app/jobs.ts. */
export function plugInSegmentConditions(given: Readonly<Record<string, IdsOf>>): void {
  conditions = given
}

/**
 * Ids of the people who meet it.
 * @throws Error where no module knows the kind: to find nobody would make "does not meet it" mean everyone
 */
export function peopleMeeting(condition: Condition): SQL {
  const idsOf = conditions[condition.kind]
  if (!idsOf) throw new Error(`no module knows the condition ${condition.kind}`)
  return idsOf(condition as never)
}
