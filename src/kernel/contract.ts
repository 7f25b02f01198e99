import { type AnyContractProcedure, oc } from '@orpc/contract'
import { z } from 'zod'
import type { Permission } from './permissions.ts'

/** Who may call a procedure, and so what the database lets it see. */
export type Mode = 'member' | 'signedIn' | 'publicOf' | 'anonymous' | 'platform' | 'house' | 'personOf'

export interface ProcedureMeta {
  mode?: Mode
  permission?: Permission
  /** The input field from which the resolver of `publicOf` and `personOf` finds the client: a slug, a code or a signed token. */
  field?: string
  /** Answers a file with people's addresses or numbers in it: asks for `people.export` as well. */
  exports?: boolean
  /** Talks to an outside service: the verb gets `ctx.tx` instead of an open transaction. */
  external?: boolean
  /** Its answer holds a secret that is shown this once: it is never kept for a retry. */
  secret?: boolean
  /** Belongs to the member themselves, such as their notifications: API keys are refused. */
  inPerson?: boolean
}
export interface ExternalMeta extends ProcedureMeta {
  external?: true
}

export const errors = {
  UNAUTHORIZED: { status: 401, message: 'Please sign in.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do that.' },
  AAL2_REQUIRED: { status: 403, message: 'Please confirm with two-factor authentication first.' },
  NOT_FOUND: { status: 404, message: 'That no longer exists.' },
  CONFLICT: { status: 409, message: 'Someone else changed this while you were editing. Nothing was overwritten.' },
  READ_ONLY: { status: 402, message: 'This account is read-only until its subscription is paid. Nothing was changed.' },
  PLAN_LIMIT: { status: 402, message: 'You have reached the limit of your plan.' },
  SUSPENDED: { status: 403, message: 'This account is suspended. Please write to us.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a moment.' },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, message: 'The first request with this Idempotency-Key has not finished yet.' },
  IDEMPOTENCY_MISMATCH: { status: 422, message: 'This Idempotency-Key was sent with another body before.' },
  IDEMPOTENCY_NOT_KEPT: {
    status: 409,
    message: 'The first request with this Idempotency-Key succeeded. Its response had a secret, which is not stored.',
  },
  UNAVAILABLE: { status: 503, message: 'The service is busy or restarting. Nothing was saved. Please try again.' },
} as const

const procedure = oc.$meta<ProcedureMeta>({}).errors(errors)
const outer = oc.$meta<ExternalMeta>({}).errors(errors)

/** A member of the current client whose role has `permission`. */
export const member = (permission: Permission) => procedure.meta({ mode: 'member', permission })
/** A member with `permission` who may take people's addresses along. Every procedure that answers a file starts with this. */
export const exporting = (permission: Permission = 'people.export') =>
  procedure.meta({ mode: 'member', permission, exports: true })
export const CsvFile = z.object({ csv: z.string() })
/** Someone signed in, of no client in particular: my accounts, sign-out. */
export const signedIn = procedure.meta({ mode: 'signedIn' })
/** A visitor at one client's page; `field` of the input names it. */
export const publicOf = (field: string) => procedure.meta({ mode: 'publicOf', field })
/** A person signed in to the portal of one client, who sees their own rows; `field` of the input names the client. */
export const personOf = (field: string) => procedure.meta({ mode: 'personOf', field })
/** Anyone; sees no client's rows. */
export const anonymous = procedure.meta({ mode: 'anonymous' })
/** The operator; sees every client's rows. */
export const platform = procedure.meta({ mode: 'platform' })
/** The operator, in the operator's own account: its contact form, chat and newsletter. */
export const house = procedure.meta({ mode: 'house' })

/** The same modes for verbs that call an outside service, which must not hold a transaction open meanwhile. */
export const external = {
  member: (permission: Permission) => outer.meta({ mode: 'member', permission, external: true }),
  platform: outer.meta({ mode: 'platform', external: true }),
  house: outer.meta({ mode: 'house', external: true }),
}

const byVerb: Record<string, { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; tail: string }> = {
  list: { method: 'GET', tail: '' },
  get: { method: 'GET', tail: '/{id}' },
  create: { method: 'POST', tail: '' },
  update: { method: 'PATCH', tail: '/{id}' },
  remove: { method: 'DELETE', tail: '/{id}' },
}

/**
 * Gives each verb its address: list, get, create, update and remove by method, every other verb is
 * `POST /{id}/verb` (`POST /verb` where its input has no id), reading verbs named in `reads` by GET.
 * @param summaries what each verb does, for the API reference: `List people`, `Send a text campaign`
 */
export function resource<T extends Record<string, AnyContractProcedure>>(
  path: `/${string}`,
  verbs: T,
  summaries: { [Verb in keyof T & string]: string },
  reads: (keyof T & string)[] = [],
): T {
  const tag = path.slice(1).split('/').at(-1)!
  const placed = Object.entries(verbs).map(([verb, contract]) => {
    const input = contract['~orpc'].inputSchema
    const own = input instanceof z.ZodObject && 'id' in input.shape ? '/{id}' : ''
    const kebab = verb.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    const rule = byVerb[verb] ?? {
      method: reads.includes(verb) ? ('GET' as const) : ('POST' as const),
      tail: `${own}/${kebab}`,
    }
    const route = {
      method: rule.method,
      path: `${path}${rule.tail}` as `/${string}`,
      tags: [tag],
      summary: summaries[verb]!,
    }
    return [verb, (contract as unknown as { route(r: typeof route): AnyContractProcedure }).route(route)]
  })
  return Object.fromEntries(placed) as T
}

export const Id = z.uuid()
export const ById = z.object({ id: Id })
/** Nothing to say: verbs without input or output. */
export const Nothing = z.object({})
/** An instant: a Date in the server, ISO 8601 in UTC on the wire. */
export const Instant = z.date()
/** A yes or no that may arrive as query text. */
export const Flag = z.preprocess(value => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
/** Free text of one line: trimmed, without control characters. */
export const line = (max: number) =>
  z
    .string()
    .transform(text => text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim())
    .pipe(z.string().max(max, `Please keep this under ${max.toLocaleString('en-US')} characters`))
/** Free text of several lines. */
export const prose = (max: number) =>
  z
    .string()
    .transform(text => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim())
    .pipe(z.string().max(max, `Please keep this under ${max.toLocaleString('en-US')} characters`))
/** The version one has read; an older one than the row's is refused with CONFLICT. */
export const Version = z.number().int().positive()

export const Page = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
/** The row that a page starts at, of a cursor that counts rows: never below none, at most `most`. */
export const pageStart = (cursor: string | undefined, most: number) =>
  Math.min(/^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0, most)
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
/** A choice that may arrive once or several times in the query. */
export const several = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    value => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(200).optional(),
  )
