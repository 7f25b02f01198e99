import type { Ctx } from '#kernel/ctx.ts'

/** What becomes of someone who signs up. */
interface Accounts {
  /** @returns the id of an account of their own */
  openAccount: (ctx: Ctx, account: { name: string; userId: string }) => Promise<string>
  /** as a member of the account that has invited them */
  acceptInvitation: (ctx: Ctx, invited: { token: string; userId: string; email: string }) => Promise<unknown>
}

let accounts: Accounts | undefined

/** Says how accounts are opened and joined; called once, by app/jobs.ts, since accounts stand above the people who sign in. */
export function plugInAccountOpening(given: Accounts): void {
  accounts = given
}

export const accountOpening = (): Accounts => {
  if (!accounts) throw new Error('identity knows no accounts: app/jobs.ts is not loaded')
  return accounts
}
