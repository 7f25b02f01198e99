import { sql } from 'drizzle-orm'
import type { Ctx } from './ctx.ts'
import { type Right, type Role, rights, rightsOf, roles } from './permissions.ts'

/**
 * Why work reaches confidential rows, no matter who starts it; rights.test.ts lists its places. Jobs declare rights instead.
 */
export const openers = {
  inbound: 'A message from outside is stored, obeyed and filed whatever thread it belongs to',
  intake: 'A submission is counted against limits and recognized when it is sent twice; its sender reads none of it',
  filing: 'What a member sends from another screen is filed in the thread of the person, which the member may not see',
  chat: 'A visitor of a chat reads the answers to them, whatever thread they stand in',
  guest: 'A guest sees, moves or cancels their own appointment by its signed link',
  checkout: 'A guest pays: what they give is recorded, and read by no one else',
  donor: 'A person of the portal reads what they gave: row policies limit it to their own',
  crisis: 'The person who took a crisis alert reads the words that raised it',
  prayer: 'Guests read the public prayer wall, requesters their own request, and its editor the result of a change',
  merge: 'Two people become one, or two again, with everything that belongs to them',
  reassignment: 'The work of a member who leaves goes to another one',
  purge: 'What may no longer be kept is deleted, no matter who may read it',
  export: 'The owner takes along the whole account',
} as const
export type Opener = keyof typeof openers

/** Every right, for a transaction that a webhook opens. */
export const everyRight = (_why: Opener): readonly Right[] => rights

/** How `app.rights` is written. */
export const rightsText = (list: readonly Right[]): string => list.join(' ')

/** What `enter` gives each role, as JSON: {"owner":"pastoral prayer giving", …} */
export const rightsByRole: string = JSON.stringify(
  Object.fromEntries(roles.map((role: Role) => [role, rightsText(rightsOf(role))])),
)

const setRights = (ctx: Ctx, list: readonly Right[]) =>
  ctx.db.execute(sql`select set_config('app.rights', ${rightsText(list)}, true)`)

/**
 * Runs `work` with every right, then takes them away again. The rights belong to the transaction: nothing else may run
 * in it meanwhile, so `work` is awaited before anything that must not see as much.
 */
export async function withEveryRight<T>(ctx: Ctx, why: Opener, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const before = ctx.rights
  if (before.length === rights.length) return work(ctx)
  await setRights(ctx, rights)
  ctx.rights = everyRight(why)
  try {
    return await work(ctx)
  } finally {
    ctx.rights = before
    // A transaction that failed is rolled back, and its settings with it.
    await setRights(ctx, before).catch(() => {})
  }
}
