import { type SQL, sql } from 'drizzle-orm'

let figures: Readonly<Record<string, SQL>> = {}

/** Says what modules know of an account, in a query of `clients`; called once, by app/jobs.ts. */
export function plugInAccountFigures(given: Readonly<Record<string, SQL>>): void {
  figures = given
}

/** Of each account of a query of `clients`; null where no module knows it. */
export const accountFigure = <T>(name: string): SQL<T> => sql<T>`${figures[name] ?? sql`null`}`
