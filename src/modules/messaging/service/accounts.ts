import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'

/** What sending has to know of an account. */
export interface SendingAccount {
  name: string
  /** a closed one is suspended */
  access: 'full' | 'read_only' | 'suspended'
  /** promotions wait in the quiet times of the church's week and year */
  isQuiet: boolean
}
interface Accounts {
  sendingAccount: (ctx: Ctx) => Promise<SendingAccount>
  /** those that are not closed, the operator's first */
  listOpenAccounts: (db: Db) => Promise<{ id: string; house: boolean }[]>
  hasAccount: (db: Db, id: string) => Promise<boolean>
}

let accounts: Accounts | undefined

/** Says which accounts there are; called once, by app/jobs.ts. */
export function plugInAccounts(given: Accounts): void {
  accounts = given
}

export const knownAccounts = (): Accounts => {
  if (!accounts) throw new Error('messaging knows no accounts: app/jobs.ts is not loaded')
  return accounts
}
