import { open, seal } from '#kernel/secrets.ts'

const contextOf = (clientId: string) => `onward ${clientId}`

/**
 * Where a form or a booking page of a church leads when it is done, sealed by us: an address that anyone could write would
 * lead anywhere, and so would one of another church.
 */
export const sealOnward = (url: string, clientId: string): string => seal(url, contextOf(clientId))

/** @returns the address; undefined for one that we have not sealed for this church */
export function openOnward(token: string | undefined, clientId: string): string | undefined {
  if (!token) return
  try {
    return open(token, contextOf(clientId))
  } catch {
    return
  }
}
