/** An expected refusal. Its code is part of the contract; anything else thrown is a bug. */
export class Failure extends Error {
  readonly code: string
  readonly data: unknown
  /** Commit what the request wrote so far: attempt counters, consumed challenges, revoked sessions. */
  readonly keep: boolean

  /**
   * @param code one of the contract's declared errors, e.g. `CONFLICT`
   * @param message a sentence for the person at the screen; the contract's own if absent
   */
  constructor(code: string, message?: string, options: { data?: unknown; keep?: boolean } = {}) {
    super(message ?? code)
    this.code = code
    this.data = options.data
    this.keep = options.keep ?? false
  }
}

export const notFound = (what: string) => new Failure('NOT_FOUND', `${what} not found`)

/** The row, or the same NOT_FOUND whether it is missing or belongs to another client. */
export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(what)
  return row
}

/** A refusal that belongs to one field of the form. */
export const invalid = (field: string, message: string) =>
  new Failure('BAD_REQUEST', message, { data: { issues: [{ path: [field], message }] } })

/** For `catch` where something may be gone by now: undefined instead of NOT_FOUND. */
export function absent(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'NOT_FOUND') throw error
}
