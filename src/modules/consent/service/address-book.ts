import type { Ctx } from '#kernel/ctx.ts'

/** Whose an address or a number is. Values are normalized, as in the ledger. */
interface AddressBook {
  /** @throws NOT_FOUND where there is no such person */
  valuesOfPerson: (ctx: Ctx, personId: string) => Promise<string[]>
  /** Not of a person in the trash; of several who share it, the one whose main address it is. */
  ownerOfValue: (ctx: Ctx, value: string) => Promise<string | undefined>
  hasPerson: (ctx: Ctx, personId: string) => Promise<boolean>
}

let book: AddressBook | undefined

/** Says who has which address; called once, by app/jobs.ts, since people stand above their consents. */
export function plugInAddressBook(given: AddressBook): void {
  book = given
}

export const addressBook = (): AddressBook => {
  if (!book) throw new Error('consent knows no addresses: app/jobs.ts is not loaded')
  return book
}
