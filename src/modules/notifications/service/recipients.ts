import type { Ctx } from '#kernel/ctx.ts'
import type { Role } from '#kernel/permissions.ts'

/** A member whom something can be told. */
export interface Recipient {
  userId: string
  email: string
  name: string
  role: Role
}
type RecipientsAmong = (ctx: Ctx, userIds: string[]) => Promise<Recipient[]>

let find: RecipientsAmong = async () => []

/** Says who of some users are members of the account; called once, by app/jobs.ts. */
export function plugInRecipients(given: RecipientsAmong): void {
  find = given
}

export const recipientsAmong: RecipientsAmong = (ctx, userIds) => find(ctx, userIds)
