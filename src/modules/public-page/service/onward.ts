import { open, seal } from '#kernel/secrets.ts'

const CONTEXT = 'onward'

/** Where a form or a booking page leads when it is done, sealed by us: an address that anyone could write would lead anywhere. */
export const sealOnward = (url: string): string => seal(url, CONTEXT)

/** @returns the address; undefined for one that we have not sealed */
export function openOnward(token: string | undefined): string | undefined {
  if (!token) return
  try {
    return open(token, CONTEXT)
  } catch {
    return
  }
}
