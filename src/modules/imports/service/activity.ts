import { type SQL, sql } from 'drizzle-orm'

let activities: readonly SQL[] = []

/** Says where it is seen that someone has been active since an import; called once, by app/jobs.ts. */
export function plugInActivity(given: readonly SQL[]): void {
  activities = given
}

/** In a query of `people p` and `imports i`. */
export const hasBeenActive = (): SQL =>
  activities.length === 0 ? sql`false` : sql`(${sql.join([...activities], sql` or `)})`
