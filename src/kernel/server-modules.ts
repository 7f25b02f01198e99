import type { AnyContractRouter } from '@orpc/contract'
import type { Router } from '@orpc/server'
import type { SQL } from 'drizzle-orm'
import type { ZodType } from 'zod'
import type { Ctx } from './ctx.ts'
import type { RawRoute } from './http.ts'
import type { Event, Job, TaskName } from './jobs.ts'
import type { Caller } from './run.ts'

type Contracts = Record<string, AnyContractRouter>

/** The demo account while it is filled: what one seed made and another builds on. */
export interface Demo {
  /** members of the demo church, its owner first */
  userIds: string[]
  personIds: string[]
}

/** Demo rows of one module. All seeds of an account run in one transaction. */
export interface Seed<Prepared = any> {
  name: string
  /** names of the seeds whose rows it builds on */
  after?: string[]
  /** the demo church if absent */
  account?: 'operator'
  /** outside calls, before the transaction opens */
  prepare?: (clientId: string) => Promise<Prepared>
  run: (ctx: Ctx, demo: Demo, prepared: Prepared) => Promise<unknown>
}
export const seed = <Prepared = undefined>(one: Seed<Prepared>): Seed => one

/** An event as webhooks tell outside programs of it: the answer of a reading call, made when it is delivered. */
export interface WebhookEvent<Payload = any> {
  event: Event<Payload>
  summary: string
  /** names in the contract: `['leads', 'get']` */
  read: readonly [resource: string, verb: string]
  /** input of that call; null where nothing can be read */
  input: (payload: Payload, ctx: Ctx) => object | null | Promise<object | null>
  /** what the event itself says beside: ids, states, never content */
  details?: (payload: Payload) => object
}
export const webhookEvent = <Payload>(one: WebhookEvent<Payload>): WebhookEvent => one

/** What starts a workflow: an event of the module, and the person whom it is about. */
export interface WorkflowTrigger<Payload = any, Input = any> {
  event: Event<Payload>
  person: (payload: Payload, ctx: Ctx) => string | null | Promise<string | null>
  /** What is chosen in the trigger's form, and whether an event fits it. */
  input: ZodType<Input>
  fits?: (payload: Payload, input: Input, ctx: Ctx) => boolean | Promise<boolean>
  /** Which rows of `people` fit it now: whom a bulk enrollment takes. Absent: nobody. */
  existing?: (ctx: Ctx, input: Input) => SQL
}
/** One thing that a workflow does for a person, in the transaction of its step; `key` names the step for dedupe keys. */
export interface WorkflowAction<Input = any> {
  input: ZodType<Input>
  run: (ctx: Ctx, work: { personId: string; input: Input; key: string }) => Promise<object>
}

/** One thing on the church's calendar beside appointments; on no clock if `isAllDay`, then it starts with its day. */
export interface CalendarEntry {
  id: string
  /** What it leads to, if that is something else, such as the course of a cohort. */
  targetId?: string
  title: string
  startsAt: Date
  endsAt: Date | null
  isAllDay: boolean
}
/** The first `limit` that touch the time from `from` to before `to`, found by an index. */
export type ListCalendarEntries = (ctx: Ctx, range: { from: Date; to: Date; limit: number }) => Promise<CalendarEntry[]>

/** What a module brings to the server. Keys of `contract` are names of the REST contract and the same in `router`. */
export interface ServerModule<Contract extends Contracts = any> {
  name: string
  contract: Contract
  router: { [Name in keyof Contract]: Router<Contract[Name], Caller> }
  /** files of jobs: everything that they export */
  jobs?: Record<string, Job>[]
  /** files of tasks: each of them has a handler in some file of jobs, or the start fails */
  tasks?: Record<string, TaskName<any>>[]
  http?: RawRoute[]
  /** its events that webhooks carry, by their public type: `lead.created` */
  webhookEvents?: Record<string, WebhookEvent>
  /** names of its other events, and why they are no news for outside programs */
  internalEvents?: Record<string, string>
  /** By the keys under which `module.ts` says how they are shown. */
  workflowTriggers?: Record<string, WorkflowTrigger>
  workflowActions?: Record<string, WorkflowAction>
  calendarEntries?: Record<string, ListCalendarEntries>
  pageBlocks?: Record<string, (ctx: Ctx, value: Record<string, unknown>) => Promise<object>>
  /** Kinds of campaigns that the module's channel sends, as `campaigns` defines them. */
  campaignKinds?: object[]
  /** How much of a plan's limit is used now, by the key of the limit in `entitlements`. */
  limitCounters?: Record<string, (ctx: Ctx) => Promise<number>>
  /** In the operator's list of accounts: SQL in a query of `clients`. */
  accountFigures?: Record<string, SQL>
  /** What rows are called in the audit log, by table. */
  auditSubjects?: Record<string, (row: { clientId: SQL; id: SQL }) => SQL>
  uses?: (ctx: Ctx, kind: string, id: string) => Promise<{ label: string; href: string }[]>
  crisisSources?: Record<string, (ctx: Ctx, id: string) => Promise<object | null>>
  /** beside what moves by itself in a merge of two people; see `MergePolicy` of people/merging */
  mergePolicy?: object
  /** What an opt-in came from, by the `source` of its consent: SQL for a name, in a query of `consents c`. */
  consentSources?: Record<string, SQL>
  /** Conditions of segments about rows of the module, by their kind: ids of the people who meet one. */
  segmentConditions?: Record<string, (condition: any) => SQL>
  /** Whether a person of an import has done something since: a condition in a query of `people p` and `imports i`. */
  activitySinceImport?: SQL
  seed?: Seed[]
  /** opens the demo church with its members, once; one module brings it */
  openDemo?: () => Promise<{ clientId: string; userIds: string[] }>
}

export const defineServerModule = <const C extends Contracts>(module: ServerModule<C>): ServerModule<C> => module

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? { [Name in keyof All]: All[Name] }
  : never

/** The contracts or routers of all modules as one object. Two that bring the same name stop the start. */
export function joined<const Modules extends readonly ServerModule[], Part extends 'contract' | 'router'>(
  modules: Modules,
  part: Part,
): Intersection<Modules[number][Part]> {
  const all: Record<string, unknown> = {}
  for (const one of modules)
    for (const [name, value] of Object.entries(one[part])) {
      if (name in all) throw new Error(`two modules bring ${part} ${name}; the second is ${one.name}`)
      all[name] = value
    }
  return all as Intersection<Modules[number][Part]>
}

/** Every job of these modules. A declared task without a handler would wait for ever: it stops the start. */
export function jobsOf(modules: readonly ServerModule[]): Job[] {
  const jobs = modules.flatMap(one => (one.jobs ?? []).flatMap(file => Object.values(file)))
  const handled = new Set(jobs.filter(job => job.kind === 'task').map(({ queue }) => queue))
  for (const { queue } of modules.flatMap(one => (one.tasks ?? []).flatMap(file => Object.values(file))))
    if (!handled.has(queue)) throw new Error(`no job handles the task ${queue}`)
  return jobs
}

/** Seeds of one account, each after those whose rows it builds on. */
export function seedsOf(modules: readonly ServerModule[], account?: 'operator'): Seed[] {
  const all = modules.flatMap(one => one.seed ?? [])
  const sorted: Seed[] = []
  const add = (one: Seed, way: string[]): void => {
    if (sorted.includes(one)) return
    if (way.includes(one.name)) throw new Error(`seeds wait for each other: ${[...way, one.name].join(' → ')}`)
    for (const name of one.after ?? []) {
      const before = all.find(other => other.name === name)
      if (!before) throw new Error(`${one.name} is seeded after ${name}, which no module brings`)
      add(before, [...way, one.name])
    }
    sorted.push(one)
  }
  for (const one of all) add(one, [])
  return sorted.filter(one => one.account === account)
}
