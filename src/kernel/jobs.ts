import { type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss'
import type { z } from 'zod'
import { clock } from './clock.ts'
import type { Ctx, OuterCtx } from './ctx.ts'
import { database } from './db.ts'
import { log } from './log.ts'
import type { Right } from './permissions.ts'
import { asJob, asPlatform, outerJob } from './run.ts'

/** What a module announces. Payloads hold ids, never content. */
export interface Event<Payload> {
  name: string
  payload: z.ZodType<Payload>
}
export const event = <Payload>(name: string, payload: z.ZodType<Payload>): Event<Payload> => ({ name, payload })

interface Named {
  queue: string
  options: QueueOptions
}
interface Base extends Named {
  /** Which confidential rows its transactions see. */
  rights: readonly Right[]
  /** queues that earlier versions put the same payload into: what still waits there is done too */
  formerly?: string | readonly string[]
}
/** What a job declares. Without `rights` it sees no confidential row; `isWanted` says, when its event is announced, whether anyone waits for it. */
export interface Declared {
  rights?: readonly Right[]
  formerly?: string | readonly string[]
  isWanted?: (ctx: Ctx) => Promise<boolean>
}
/** Reacts to another module's event in the client's transaction, and completes in it: one effect, however often it is tried. */
export interface Subscription extends Base, Pick<Declared, 'isWanted'> {
  kind: 'on'
  event: Event<any>
  handle: (ctx: Ctx, payload: any) => Promise<void>
}
/** Queue and payload of work for later, declared in `tasks.ts`, so that services may ask for it without its handler. */
export interface TaskName<Payload> extends Named {
  payload: z.ZodType<Payload>
  formerly?: Base['formerly']
}
/** Work with an outside call, or too long for one transaction; at least once, so idempotent. */
export interface Task<Payload = any> extends TaskName<Payload>, Base {
  kind: 'task'
  handle: (ctx: OuterCtx, payload: Payload, attempt: Attempt) => Promise<void>
}
/** Repeats by the clock, once for every active client, or for those alone that have something to do then. */
export interface Schedule extends Base {
  kind: 'every'
  cron: string
  accounts: (now: Date) => SQL
  handle: (ctx: Ctx) => Promise<void>
}
export type Job = Subscription | Task | Schedule
/** Which try this is (from 1), and whether another would follow a failure. */
export interface Attempt {
  number: number
  last: boolean
  signal: AbortSignal
}

const queueDefaults: QueueOptions = {
  retryLimit: 6,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 300,
  heartbeatSeconds: 20,
}

export const on = <P>(
  source: Event<P>,
  queue: string,
  handle: (ctx: Ctx, payload: P) => Promise<void>,
  { rights = [], isWanted, formerly }: Declared = {},
): Subscription => ({
  kind: 'on',
  queue,
  event: source,
  handle,
  options: queueDefaults,
  rights,
  ...(isWanted && { isWanted }),
  ...(formerly && { formerly }),
})
/** @param options of the queue (retries, expiry), and the name of one that it replaces */
export const declareTask = <P>(
  queue: string,
  payload: z.ZodType<P>,
  { formerly, ...options }: QueueOptions & Pick<Declared, 'formerly'> = {},
): TaskName<P> => ({ queue, payload, options: { ...queueDefaults, ...options }, ...(formerly && { formerly }) })
/** What is done when a declared task's time has come. Without `tasks.ts`: queue, payload and handler at once. */
export function task<P>(declared: TaskName<P>, handle: Task<P>['handle'], declares?: Declared): Task<P>
export function task<P>(
  queue: string,
  payload: z.ZodType<P>,
  handle: Task<P>['handle'],
  options?: QueueOptions & Declared,
): Task<P>
export function task(...given: any[]): Task {
  if (typeof given[0] === 'object')
    return { ...given[0], kind: 'task', handle: given[1], rights: given[2]?.rights ?? [] }
  const [queue, payload, handle, { rights = [], ...options } = {}] = given
  return { ...declareTask(queue, payload, options), kind: 'task', handle, rights }
}
export const operatorAccountOnly = () => sql`select id from house_client()`
/**
 * @param cron five fields, UTC; minute resolution
 * @param accounts selects the ids of the clients that have something to do at that instant, from the rows of all of them
 */
export const every = (
  cron: string,
  queue: string,
  handle: Schedule['handle'],
  accounts: Schedule['accounts'] = () => sql`select active_clients()`,
  { rights = [] }: Declared = {},
): Schedule => ({
  kind: 'every',
  queue,
  cron,
  handle,
  accounts,
  options: queueDefaults,
  rights,
})

interface Envelope {
  client: string
  payload: unknown
}

export const DEAD = 'dead-letters'
const registeredJobs = new Map<string, Job>()
const fanOut = new Map<string, string[]>()
let boss: PgBoss | undefined

/** Says which jobs exist; called once, with app/jobs.ts. */
export function registerJobs(jobs: readonly Job[]): void {
  registeredJobs.clear()
  fanOut.clear()
  const replaced = jobs.flatMap(job => [job.formerly ?? []].flat().map(queue => ({ ...job, queue })))
  for (const job of [...jobs, ...replaced]) {
    if (registeredJobs.has(job.queue)) throw new Error(`two jobs are called ${job.queue}`)
    registeredJobs.set(job.queue, job)
    if (job.kind === 'on' && jobs.includes(job))
      fanOut.set(job.event.name, [...(fanOut.get(job.event.name) ?? []), job.queue])
  }
}

/** What pg-boss must know of each queue; part of the stamp that decides whether a start has to migrate. */
export const queues = () => [
  { name: DEAD, options: {} as QueueOptions },
  ...[...registeredJobs.values()].flatMap(job => [
    { name: job.queue, options: job.options },
    ...(job.kind === 'every' ? [{ name: clock_(job.queue), options: job.options }] : []),
  ]),
]
const clock_ = (queue: string) => `${queue}.clock`

/** Run by the owner: pg-boss's schema and one queue for each job. */
export async function installQueues(owner: object): Promise<void> {
  const installer = new PgBoss({ ...owner, migrate: true, supervise: false, schedule: false, max: 2 })
  installer.on('error', error => log.error(error, 'installing the queues'))
  await installer.start()
  for (const { name, options } of queues()) {
    const all = { ...options, notify: true, ...(name === DEAD ? {} : { deadLetter: DEAD }) }
    if (await installer.getQueue(name)) await installer.updateQueue(name, all)
    else await installer.createQueue(name, all)
  }
  await installer.stop({ graceful: false })
}

/** Connects the queue. A web process only sends; `work` also takes jobs and keeps the schedules. */
export async function startJobs({ work }: { work: boolean }): Promise<void> {
  const started = new PgBoss({
    ...(database().connections.jobs as object),
    max: 4,
    application_name: 'lampstand jobs',
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    supervise: work,
    schedule: work,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    cronMonitorIntervalSeconds: 5,
    cronWorkerIntervalSeconds: 5,
  })
  started.on('error', error => log.warn({ err: error.message }, 'job queue'))
  await started.start()
  boss = started
  if (!work) return
  void started.supervise().catch(error => log.warn({ err: error.message }, 'job queue'))
  for (const job of registeredJobs.values()) {
    // Nobody rings for a task whose time has come: it is looked for.
    await takeJobs(job.queue, work => runOne(job, work), job.kind === 'task' ? 4 : 30)
    if (job.kind !== 'every') continue
    await takeJobs(clock_(job.queue), work => fanOutSchedule(job, work.id), 30)
    await started.schedule(clock_(job.queue), job.cron)
  }
}

/** Running jobs go on and more can be asked for, but no further one starts here. */
export async function stopTakingJobs(): Promise<void> {
  await Promise.all(queues().map(({ name }) => boss?.offWork(name, { wait: false })))
}

/** Waits for running jobs, for so many milliseconds at most; what is cut off is tried again by another worker. */
export async function stopJobs(timeout = 10_000): Promise<void> {
  await boss?.stop({ graceful: true, timeout: Math.max(timeout, 1_000) })
  boss = undefined
}

async function takeJobs(
  queue: string,
  run: (job: JobWithMetadata<Envelope>) => Promise<void>,
  notifyPollingIntervalSeconds: number,
): Promise<void> {
  // Throughput of a worker is its batch by its poll unless full batches are followed at once.
  const options = {
    batchSize: 10,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds,
    perJobResults: true,
    includeMetadata: true,
  } as const
  await boss!.work<Envelope, unknown, typeof options>(queue, options, jobs =>
    Promise.all(
      jobs.map(async job => {
        try {
          await run(job)
          return { id: job.id, status: 'completed' as const }
        } catch (error) {
          log.error({ err: error, queue, job: job.id, attempt: job.retryCount + 1 }, 'a job failed')
          return { id: job.id, status: 'failed' as const, output: { message: String(error).slice(0, 500) } }
        }
      }),
    ),
  )
}

async function runOne(job: Job, work: JobWithMetadata<Envelope>): Promise<void> {
  const { client, payload } = work.data
  if (job.kind === 'task') {
    const attempt = { number: work.retryCount + 1, last: work.retryCount >= work.retryLimit, signal: work.signal }
    return job.handle(outerJob(client, job.queue, work.id, job.rights), job.payload.parse(payload), attempt)
  }
  const inside = async (ctx: Ctx) => {
    if (job.kind === 'on') await job.handle(ctx, job.event.payload.parse(payload))
    else await job.handle(ctx)
    const settled = (await boss!.complete(job.queue, { id: work.id, retryCount: work.retryCount }, null, {
      db: fromDrizzle(ctx.db as never, sql as never),
    })) as { affected: number }
    // Another worker took the job over while this one was slow: its effect counts, not this one's.
    if (settled.affected !== 1) throw new Error('the job was taken over by another worker')
  }
  await asJob(client, job.queue, work.id, inside, job.rights)
}

async function fanOutSchedule(job: Schedule, slot: string): Promise<void> {
  await asPlatform(job.queue, async db => {
    const { rows } = await db.execute<{ id: string }>(sql`select id from active_clients() id
      where id in (${job.accounts(clock.now())})`)
    const jobs = rows.map(({ id }) => ({ data: { client: id, payload: {} }, singletonKey: `${slot} ${id}` }))
    if (jobs.length > 0) await boss!.insert(job.queue, jobs, { db: fromDrizzle(db as never, sql as never) })
  })
}

/** For the screen that fixes what failed: pg-boss itself, working in this transaction. */
export const bossIn = (ctx: Ctx) => ({ boss: boss!, tx: { db: fromDrizzle(ctx.db as never, sql as never) } })

export interface Sending {
  /** Not before so many milliseconds from now, or this instant. */
  after?: number | Date
  /** Only one job of that key waits at a time (queues with policy `short`). */
  key?: string
  priority?: number
}

/** Announces what happened; every subscriber gets a job in this transaction: no commit, no news. */
export async function emit<P>(ctx: Ctx, source: Event<P>, payload: NoInfer<P>): Promise<void> {
  const checked = source.payload.parse(payload)
  for (const queue of fanOut.get(source.name) ?? []) {
    const { isWanted } = registeredJobs.get(queue) as Subscription
    if (!isWanted || (await isWanted(ctx))) await send(ctx, queue, checked, {})
  }
}

/** Asks for work later, in this transaction. */
export const enqueue = <P>(ctx: Ctx, what: TaskName<P>, payload: NoInfer<P>, options: Sending = {}): Promise<void> =>
  send(ctx, what.queue, what.payload.parse(payload), options)

async function send(ctx: Ctx, queue: string, payload: unknown, { after, key, priority }: Sending): Promise<void> {
  if (!boss) throw new Error('the job queue is not started')
  if (!registeredJobs.has(queue)) throw new Error(`no job handles ${queue}`)
  const startAfter = typeof after === 'number' ? new Date(clock.ms() + after) : after
  await boss.send(queue, { client: ctx.client.id, payload } satisfies Envelope, {
    db: fromDrizzle(ctx.db as never, sql as never),
    ...(startAfter && { startAfter }),
    ...(key && { singletonKey: key }),
    ...(priority && { priority }),
  })
}

/** The database stamps a job without a delay by its own clock, which may be ahead of the one of a test. */
const isDelayed = ({ startAfter, createdOn }: { startAfter: Date; createdOn: Date }) =>
  startAfter.getTime() !== createdOn.getTime()

/**
 * Runs every job that is due by the tests' clock, here and now, until none is left: no worker, no polling. What failed
 * is tried again at once.
 * @returns how many ran
 */
export async function runWaitingJobs({ schedules = false }: { schedules?: boolean | string } = {}): Promise<number> {
  let ran = 0
  const isScheduled = ({ kind, queue }: Job) => kind === 'every' && (schedules === true || schedules === queue)
  for (const job of [...registeredJobs.values()].filter(isScheduled))
    await fanOutSchedule(job as Schedule, `test ${clock.ms()} ${ran}`)
  const early: string[] = []
  for (let again = true; again; ) {
    again = false
    const { rows } = await boss!.getDb().executeSql(`select name from pgboss.job where state in ('created', 'retry')`)
    for (const job of [...registeredJobs.values()].filter(({ queue }) => rows.some(({ name }) => name === queue))) {
      const waiting = await boss!.fetch<Envelope>(job.queue, {
        batchSize: 50,
        includeMetadata: true,
        ignoreStartAfter: true,
      })
      // An update returns its rows in whatever order its plan found them.
      for (const work of waiting.sort((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
        if (work.retryCount === 0 && isDelayed(work) && work.startAfter.getTime() > clock.ms() + 1_000) {
          early.push(work.id)
          continue
        }
        again = true
        ran++
        try {
          await runOne(job, { ...work, signal: new AbortController().signal })
          if (job.kind === 'task') await boss!.complete(job.queue, work.id)
        } catch (error) {
          await boss!.fail(job.queue, work.id, { message: String(error) })
          throw error
        }
      }
    }
  }
  if (early.length > 0)
    await boss!
      .getDb()
      .executeSql(`update pgboss.job set state = 'created', started_on = null where id = any($1::uuid[])`, [early])
  return ran
}
