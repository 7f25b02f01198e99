import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { clock } from './clock.ts'
import type { ProcedureMeta } from './contract.ts'
import type { ClientInfo, Ctx, OuterCtx } from './ctx.ts'
import { type Db, type Opening, transaction } from './db.ts'
import { env } from './env.ts'
import { Failure } from './failure.ts'
import {
  changes,
  rights as everyRight,
  keptWhileReadOnly,
  may,
  notForSupport,
  type Permission,
  type Right,
  type Role,
} from './permissions.ts'
import { rightsByRole, rightsText } from './rights.ts'
import { digest } from './secrets.ts'
import { confidentialTopics } from './table-policies.ts'
import type { Claims } from './tokens.ts'

/** Who is at the door, before anyone has looked into the database. */
export interface Caller {
  claims: Claims | null
  /** From the header Lampstand-Client; null means the caller's only account. */
  clientId: string | null
  requestId: string
  ip: string
  userAgent: string
  /** Token of a portal session; null for everyone who is not signed in to a portal. */
  portal?: string | null
  /** An outside program by the digest of its API key, or a webhook endpoint that reads what it is sent. */
  key?: { hash: string } | { endpointId: string }
  /** Answers a call that was made before as it was answered then; runs `work` otherwise. Idempotency. */
  once?: (ctx: Ctx | OuterCtx, meta: ProcedureMeta, work: () => Promise<unknown>) => Promise<unknown>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** A visitor, a webhook and the operator see no confidential rows. */
const NONE: readonly Right[] = []
const VISITOR = { type: 'visitor' } as const
const NOBODY: ClientInfo = { id: '', timeZone: 'UTC', locale: 'en-US', country: 'US', currency: 'USD' }

const inside = new AsyncLocalStorage<true>()

/** Providers call this first: an outside call inside a transaction would hold its locks for as long as they take to answer. */
export function assertOutsideTransaction(what: string): void {
  if (inside.getStore() && !env.production) throw new Error(`${what} was called inside a transaction`)
}

/** Other screens' news leave with the commit, in one notification. */
async function announceNews(ctx: Ctx | undefined): Promise<void> {
  if (!ctx?.news.size) return
  const topics = [...ctx.news].map(([topic, ids]) => ({
    topic,
    ids: ids.size > 20 ? [] : [...ids],
    table: confidentialTopics().get(topic),
  }))
  await ctx.db.execute(sql`select announce_news(${ctx.client.id}, ${JSON.stringify(topics)}::jsonb)`)
}

function within<T>(
  role: 'app' | 'platform' | 'identity',
  opening: Opening | null,
  open: (db: Db, row: any) => Ctx,
  work: (ctx: Ctx) => Promise<T>,
) {
  let ctx: Ctx | undefined
  return inside.run(true, () =>
    transaction(
      role,
      opening,
      (db, row) => {
        ctx = open(db, row)
        return work(ctx)
      },
      () => announceNews(ctx),
    ),
  )
}

const entering = (caller: Caller): Opening => {
  const { claims, clientId, requestId } = caller
  if (caller.key) throw new Failure('FORBIDDEN', 'An API key can’t do this. It works within its account only.')
  if (!claims || !UUID.test(claims.sub) || !UUID.test(claims.session_id ?? '')) throw new Failure('UNAUTHORIZED')
  if (clientId && !UUID.test(clientId)) throw new Failure('NOT_FOUND', 'Account not found')
  return {
    text: 'select * from enter($1, $2, $3, $4, $5)',
    values: [claims.sub, claims.session_id, clientId, requestId, rightsByRole],
  }
}

/** Someone signed in, of no client. */
const outside = (caller: Caller) => entering({ ...caller, clientId: '00000000-0000-0000-0000-000000000000' })

/** A key acts for the member who made it: with its scopes, within that member's rights of today. */
const enteringByKey = ({ key, clientId, requestId }: Caller): Opening => {
  if (clientId && !UUID.test(clientId)) throw new Failure('NOT_FOUND', 'Account not found')
  const [hash, endpointId] = 'hash' in key! ? [key.hash, null] : [null, key!.endpointId]
  return {
    text: 'select * from enter_key($1, $2, $3, $4, $5, $6)',
    values: [hash, endpointId, clientId, requestId, rightsByRole, clock.now()],
  }
}

/** The session lives, and is more than a password alone where a second factor has been set up. */
function admitSession(row: any, { claims }: Caller): void {
  if (!row.alive) throw new Failure('UNAUTHORIZED', 'Your session has ended. Please sign in again.')
  if (row.factor && claims?.aal !== 'aal2')
    throw new Failure('AAL2_REQUIRED', 'Please confirm with two-factor authentication first.')
}

/** What an unpaid or suspended account still allows, and what nobody does as support. */
function admit(row: any, permission: Permission, reading: boolean): void {
  const taken = !reading || /export|summary/.test(permission) // readings that take everything along, or tell of gifts
  if (row.support && notForSupport.has(permission) && taken) throw new Failure('FORBIDDEN')
  if (row.access === 'full') return
  if (row.access === 'suspended' && !row.support && permission !== 'people.export')
    throw new Failure('SUSPENDED', 'This account is suspended. Please write to us.')
  if (keptWhileReadOnly.has(permission)) return
  if (!reading && changes(permission))
    throw new Failure(
      'READ_ONLY',
      'This account is read-only until its subscription is paid. Nothing was changed. You can still read and export everything.',
    )
}

const clientOf = (row: any): ClientInfo => ({
  id: row.client_id ?? row.id,
  timeZone: row.time_zone,
  locale: row.locale,
  country: row.country,
  currency: row.currency,
})

/** One transaction of a member with `permission` (all of a list), limited to the client. */
export const asMember = <T>(
  caller: Caller,
  permission: Permission | readonly Permission[],
  work: (ctx: Ctx) => Promise<T>,
  /** It changes nothing, so an account that is read-only allows it. */
  reading = false,
): Promise<T> =>
  within(
    'app',
    caller.key ? enteringByKey(caller) : entering(caller),
    (db, row) => {
      if (!caller.key) admitSession(row, caller)
      else if (!row.alive) throw new Failure('UNAUTHORIZED', 'This API key is not valid.')
      if (!row.client_id && !caller.clientId && row.accounts > 1)
        throw new Failure(
          'BAD_REQUEST',
          'You belong to several accounts: say which one in the header Lampstand-Client.',
        )
      if (!row.role) throw new Failure('NOT_FOUND', 'Account not found')
      const needed = [permission].flat() as Permission[]
      if (!needed.every(one => may(row.role as Role, one))) throw new Failure('FORBIDDEN')
      const beyond = row.scopes && needed.find(one => !row.scopes.includes(one))
      if (beyond) throw new Failure('FORBIDDEN', `This API key does not have the scope ${beyond}.`)
      for (const one of needed) admit(row, one, reading)
      const actor = {
        type: 'member',
        userId: row.user_id ?? caller.claims!.sub,
        role: row.role as Role,
        ...(row.scopes && { key: { id: row.key_id, scopes: row.scopes as Permission[] } }),
      } as const
      const rights = row.rights.split(' ').filter(Boolean) as Right[]
      return { db, client: clientOf(row), actor, rights, requestId: caller.requestId, news: new Map() }
    },
    work,
  )

/** One transaction of someone signed in; client tables refuse, functions such as accounts_of_user() answer. */
export const asUser = <T>(caller: Caller, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  within(
    'app',
    outside(caller),
    (db, row) => {
      admitSession(row, caller)
      const role = row.platform_role === 'admin' ? 'admin' : 'user'
      const actor = { type: 'user', userId: caller.claims!.sub, sessionId: caller.claims!.session_id!, role } as const
      return { db, client: NOBODY, actor, rights: NONE, requestId: caller.requestId, news: new Map() }
    },
    work,
  )

function operator(db: Db, row: any, caller: Caller): Ctx {
  admitSession(row, caller)
  if (row.platform_role !== 'admin') throw new Failure('FORBIDDEN')
  const { sub: userId, session_id } = caller.claims!
  const actor = { type: 'user', userId, sessionId: session_id!, role: 'admin' } as const
  return { db, client: { ...NOBODY }, actor, rights: NONE, requestId: caller.requestId, news: new Map() }
}

/** One transaction of the operator. */
export const asOperator = <T>(caller: Caller, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  within('platform', outside(caller), (db, row) => operator(db, row, caller), work)

/** One transaction of the operator in the operator's own account; sees that account's rows alone. */
export const asOperatorAccount = <T>(caller: Caller, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  within(
    'app',
    outside(caller),
    (db, row) => operator(db, row, caller),
    async ctx => {
      const { rows } = await ctx.db.execute<object>(
        sql`select set_config('app.client_id', h.id::text, true), h.* from house_client() h`,
      )
      Object.assign(ctx.client, clientOf(rows[0]))
      return work(ctx)
    },
  )

/** One transaction without any client. */
export const asAnybody = <T>(caller: Caller, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  within(
    'app',
    null,
    db => ({ db, client: NOBODY, actor: VISITOR, rights: NONE, requestId: caller.requestId, news: new Map() }),
    work,
  )

const openClient = (clientId: string, actor: Ctx['actor'], requestId: string, rights = NONE): Opening => ({
  text: `select set_config('app.client_id', $1::text, true), set_config('app.actor', $2, true), set_config('app.request_id', $3, true),
         set_config('app.rights', $4, true), c.* from (select 1) one left join lateral client_info($1::uuid) c on true`,
  values: [clientId, JSON.stringify(actor), requestId, rightsText(rights)],
})

/** One transaction limited to a client, for a visitor, a webhook or the system; `rights` are those of a job that declares them. */
export const asActor = <T>(
  clientId: string,
  actor: Ctx['actor'],
  requestId: string,
  work: (ctx: Ctx) => Promise<T>,
  rights = NONE,
): Promise<T> =>
  within(
    'app',
    openClient(clientId, actor, requestId, rights),
    (db, row) => {
      if (!row.id) throw new Failure('NOT_FOUND', 'Account not found')
      return { db, client: clientOf(row), actor, rights, requestId, news: new Map() }
    },
    work,
  )

/** A visitor at one client's page; one who is signed in, second factor and all, is known by name, but has no role there. */
export const asVisitor = <T>(caller: Caller, clientId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const { claims, requestId } = caller
  const known = claims && UUID.test(claims.sub) && UUID.test(claims.session_id ?? '')
  const opening = openClient(clientId, VISITOR, requestId)
  const text = opening.text.replace('c.*', 'c.*, visitor($5, $6, $7) as user_id')
  const asked = known ? { text, values: [...opening.values, claims.sub, claims.session_id, claims.aal] } : opening
  return within(
    'app',
    asked,
    (db, row) => {
      if (!row.id) throw new Failure('NOT_FOUND')
      const user = { type: 'user', userId: row.user_id, sessionId: claims?.session_id ?? '', role: 'user' } as const
      const actor: Ctx['actor'] = row.user_id ? user : VISITOR
      const { ip, userAgent } = caller
      return { db, client: clientOf(row), actor, rights: NONE, requestId, ip, userAgent, news: new Map() }
    },
    work,
  )
}

/**
 * Someone signed in to the portal of that client: sees their own rows and their children's, by row policies.
 * @throws UNAUTHORIZED without a session of that client
 */
export const asPerson = async <T>(caller: Caller, clientId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const { portal, requestId, ip } = caller
  if (!portal) throw new Failure('UNAUTHORIZED')
  const values = [clientId, digest(portal), requestId, clock.now()]
  return within(
    'app',
    { text: 'select * from enter_person($1, $2, $3, $4)', values },
    (db, row) => {
      admitSession({ alive: row.session_id }, caller)
      const actor = { type: 'person', personId: row.person_id, sessionId: row.session_id, forId: row.for_id } as const
      return { db, client: clientOf(row), actor, rights: NONE, requestId, ip, news: new Map() }
    },
    work,
  )
}

/** One transaction of a job, limited to its client and to the rights that the job declares. */
export const asJob = <T>(
  clientId: string,
  name: string,
  jobId: string,
  work: (ctx: Ctx) => Promise<T>,
  rights = NONE,
): Promise<T> => asActor(clientId, { type: 'job', name }, `job ${jobId}`, work, rights)

/** What a task gets: no open transaction, and a way to open short ones. */
export const outerJob = (clientId: string, name: string, jobId: string, rights = NONE): OuterCtx => ({
  client: { ...NOBODY, id: clientId },
  actor: { type: 'job', name },
  rights,
  requestId: `job ${jobId}`,
  tx: work => asJob(clientId, name, jobId, work, rights),
})

/** Every client's rows: resolvers, schedules and the platform's own procedures alone. */
export const asPlatform = <T>(name: string, work: (db: Db) => Promise<T>): Promise<T> =>
  inside.run(true, () =>
    transaction(
      'platform',
      {
        text: `select set_config('app.actor', $1, true), set_config('app.rights', $2, true)`,
        values: [JSON.stringify({ type: 'job', name }), rightsText(everyRight)],
      },
      work,
    ),
  )

/** The operator's own account, which keeps what concerns them all. */
export const operatorAccountId = (): Promise<string> =>
  asPlatform('house', async db => (await db.execute<{ id: string }>(sql`select id from house_client()`)).rows[0]!.id)

/** The identity module alone: schema auth, users and memberships. `client` is the account that its mails leave from. */
export const asIdentity = <T>(requestId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  within(
    'identity',
    {
      text: `select set_config('app.actor', '{"type":"system"}', true), set_config('app.request_id', $1, true),
           set_config('app.client_id', h.id::text, true), h.* from house_client() h`,
      values: [requestId],
    },
    (db, row) => ({ db, client: clientOf(row), actor: { type: 'system' }, rights: NONE, requestId, news: new Map() }),
    work,
  )

export const newRequestId = () => randomUUID()
