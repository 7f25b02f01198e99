import { readEmail } from '../service/read-email.ts'

/** A mail as it came, read in a thread of its own. */
export const read = (raw: Uint8Array) => readEmail(raw)
