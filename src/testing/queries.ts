import type { Ctx } from '#kernel/ctx.ts'
import { driver } from '#kernel/db.ts'

/** @returns how many statements `work` sends to the database */
export async function countQueries(ctx: Ctx, work: () => Promise<unknown>): Promise<number> {
  const client = driver(ctx.db)
  const query = client.query
  let count = 0
  client.query = ((...args: unknown[]) => {
    count++
    return Reflect.apply(query, client, args)
  }) as typeof query
  await work()
  client.query = query
  return count
}
