import { type SQL, sql } from 'drizzle-orm'

/** What a row of a table is called: a query by the row's account and id. */
export type SubjectOf = (row: { clientId: SQL; id: SQL }) => SQL

let subjects: Readonly<Record<string, SubjectOf>> = {}

/** Says how rows are called in the audit log, by table; called once, by app/jobs.ts. */
export function plugInAuditSubjects(given: Readonly<Record<string, SubjectOf>>): void {
  subjects = given
}

/** @returns null for rows of a table that has no names */
export function subjectOf(table: SQL, row: { clientId: SQL; id: SQL }): SQL<string | null> {
  const cases = Object.entries(subjects).map(([name, nameOf]) => sql`when ${name} then (${nameOf(row)})`)
  return cases.length === 0 ? sql`null` : sql`case ${table} ${sql.join(cases, sql` `)} end`
}

/** What one row of that table is called. */
export const nameIn = (table: string, row: { clientId: SQL; id: SQL }): SQL<string | null> =>
  sql`(${subjects[table]?.(row) ?? sql`null`})`
