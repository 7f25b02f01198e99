import { type SQL, sql } from 'drizzle-orm'

let sources: Readonly<Record<string, SQL>> = {}

/** Says what opt-ins came from, by the source of a consent; called once, by app/jobs.ts. */
export function plugInConsentSources(given: Readonly<Record<string, SQL>>): void {
  sources = given
}

/** In a query of `consents c`: what the form or the file is called by which someone opted in. */
export function nameOfSource(): SQL {
  const cases = Object.entries(sources).map(([source, name]) => sql`when ${source} then ${name}`)
  return cases.length === 0 ? sql`null` : sql`case c.source ${sql.join(cases, sql` `)} end`
}
