import { type SQL, sql } from 'drizzle-orm'

let conversationId: SQL = sql`null::uuid`

/** Says how the conversation of a row of `messages` is found; called once, by app/jobs.ts. */
export function plugInThreads(given: SQL): void {
  conversationId = given
}

/** In a query of `messages`: in which conversation one stands, if in any. */
export const conversationOf = (): SQL<string | null> => sql`${conversationId}`
