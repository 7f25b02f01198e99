const key = 'lampstand.account'

let current: string | null = null

/** The account that requests are for; null until it is known. */
export const accountId = () => current

/** The account that this browser was last in. */
export const rememberedAccount = () => localStorage.getItem(key)

export function enterAccount(id: string) {
  current = id
  localStorage.setItem(key, id)
}
