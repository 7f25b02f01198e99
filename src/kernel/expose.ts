import type { AnyContractRouter, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import { implement, ORPCError, type Router, ValidationError } from '@orpc/server'
import type { ExternalMeta, ProcedureMeta } from './contract.ts'
import type { Ctx, OuterCtx } from './ctx.ts'
import { type Db, isOrphan, isTaken, TAKEN } from './db.ts'
import { Failure } from './failure.ts'
import { log } from './log.ts'
import {
  asAnybody,
  asMember,
  asOperator,
  asOperatorAccount,
  asPerson,
  asPlatform,
  asUser,
  asVisitor,
  type Caller,
} from './run.ts'

type CtxOf<Meta> = Meta extends ExternalMeta ? (ExternalMeta extends Meta ? OuterCtx : Ctx) : Ctx

/** What a service must offer to satisfy a contract: `(ctx, input) => output`, verb by verb. */
export type Handlers<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends ContractProcedure<infer Input, infer Output, any, infer Meta>
    ? (ctx: CtxOf<Meta>, input: InferSchemaOutput<Input>) => Promise<InferSchemaInput<Output>>
    : Handlers<Contract[Name]>
}

/** Turns a slug, a code or a signed token into a client id, and nothing more. */
export type ClientOf = (db: Db, key: string) => Promise<string | undefined>

type ErrorMap = Record<string, { status?: number; message?: string } | undefined>

/** One request is one transaction: who are you, may you, then the input is read, the verb runs, the output is checked. */
export function expose<Contract extends AnyContractRouter>(
  contract: Contract,
  handlers: Handlers<Contract>,
  clientOf?: ClientOf,
) {
  const guarded: any = (implement(contract).$context<Caller>() as any).use(
    ({ context, next, procedure }: any, input: unknown) => {
      const reading = procedure['~orpc'].route.method === 'GET'
      const meta = { ...(procedure['~orpc'].meta as ProcedureMeta), reading }
      const run = meta.external
        ? () => outer(context, meta, next)
        : () =>
            inMode(meta, context, input, clientOf, ctx => once(ctx, meta, context, () => next({ context: { ctx } })))
      return run().catch(error => refuse(error, context, procedure['~orpc'].errorMap))
    },
  )

  // Contract, implementer and handlers have the same shape; `Handlers` proves it, so the walk may be untyped.
  const build = (node: any, api: any, handler: any): any =>
    '~orpc' in node
      ? api.handler(({ input, context }: { input: unknown; context: { ctx: Ctx } }) => handler(context.ctx, input))
      : Object.fromEntries(Object.keys(node).map(name => [name, build(node[name], api[name], handler[name])]))

  return guarded.router(build(contract, guarded, handlers)) as Router<Contract, Caller>
}

const once = (ctx: Ctx | OuterCtx, meta: Guard, { once: keeper }: Caller, work: () => Promise<unknown>) =>
  keeper ? keeper(ctx, meta, work) : work()

type Guard = ProcedureMeta & { reading: boolean }

async function inMode<T>(
  meta: Guard,
  caller: Caller,
  input: unknown,
  clientOf: ClientOf | undefined,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  switch (meta.mode) {
    case 'member':
      if (meta.inPerson && caller.key)
        throw new Failure('FORBIDDEN', 'An API key can’t do this for the member who created it.')
      return asMember(
        caller,
        meta.exports ? [meta.permission!, 'people.export'] : [meta.permission!],
        work,
        meta.reading,
      )
    case 'signedIn':
      return asUser(caller, work)
    case 'anonymous':
      return asAnybody(caller, work)
    case 'platform':
      return asOperator(caller, work)
    case 'house':
      return asOperatorAccount(caller, work)
    case 'personOf':
    case 'publicOf': {
      const key = (input as Record<string, unknown> | undefined)?.[meta.field!]
      const id = typeof key === 'string' && clientOf ? await asPlatform('resolver', db => clientOf(db, key)) : undefined
      if (!id) throw new Failure('NOT_FOUND')
      return meta.mode === 'personOf' ? asPerson(caller, id, work) : asVisitor(caller, id, work)
    }
    default:
      throw new Failure('FORBIDDEN') // a procedure that says nothing lets nobody in
  }
}

/** Authorized first in a transaction of its own; the verb opens others around its outside call. */
async function outer(caller: Caller, meta: Guard, next: (options: object) => Promise<unknown>): Promise<unknown> {
  const { client, actor, rights } = await inMode(meta, caller, undefined, undefined, async ctx => ctx)
  const ctx: OuterCtx = {
    client,
    actor,
    rights,
    requestId: caller.requestId,
    tx: work => inMode(meta, caller, undefined, undefined, work),
  }
  return once(ctx, meta, caller, () => next({ context: { ctx } }))
}

/** Declared refusals reach the browser typed; anything else is a bug: logged with its request id, shown as a sentence. */
function refuse(thrown: unknown, caller: Caller, declared: ErrorMap): never {
  const error = isOrphan(thrown) ? new Failure('NOT_FOUND') : isTaken(thrown) ? new Failure('CONFLICT', TAKEN) : thrown
  if (error instanceof Failure) {
    const { status, message } = declared[error.code] ?? {}
    throw new ORPCError(error.code, {
      status: status ?? (error.code === 'BAD_REQUEST' ? 400 : 422),
      message: error.message === error.code ? message : error.message,
      data: error.data,
    })
  }
  if (error instanceof ORPCError && error.status < 500) throw error.code === 'BAD_REQUEST' ? readable(error) : error
  log.error({ err: error, issues: (error as any)?.cause?.issues, requestId: caller.requestId }, 'a request failed')
  throw new ORPCError('INTERNAL_SERVER_ERROR', {
    message: 'Something went wrong',
    data: { requestId: caller.requestId },
  })
}

/** The first issue is the sentence, all of them belong to their fields. */
function readable(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  if (!(error.cause instanceof ValidationError)) return error
  const issues = error.cause.issues.map(issue => ({
    path: (issue.path ?? []).map(part => (typeof part === 'object' ? part.key : part) as string | number),
    message: issue.message,
  }))
  return new ORPCError('BAD_REQUEST', { message: issues[0]?.message ?? 'That could not be read', data: { issues } })
}
