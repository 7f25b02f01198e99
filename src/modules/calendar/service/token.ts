import { sealOf } from '#kernel/secrets.ts'

const sealed = (attendeeId: string) => sealOf(`appointment attendee ${attendeeId}`)

/** Signed: anyone who has it moves or cancels this one attendance, and nothing else. */
export const guestToken = (attendeeId: string) => `${attendeeId}.${sealed(attendeeId)}`

/** The attendee of a token; undefined for one that we did not write. */
export function attendeeOf(token: string): string | undefined {
  const [, id, seal] = /^([0-9a-f-]{36})\.([0-9a-f]{16})$/.exec(token) ?? []
  return id && seal === sealed(id) ? id : undefined
}
