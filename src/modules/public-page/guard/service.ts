import { and, gt, lt, sql } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { networkOf } from '#kernel/network.ts'
import { open, seal, sealOf } from '#kernel/secrets.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { isOver, type Limit, type Recent, type Sign, signsOf } from '../rules/guard.ts'
import { errorTexts } from '../rules/words.ts'
import { pageAttempts } from './tables.ts'

const CONTEXT = 'public page'
const LIFE = days(60)

/** For the hidden field OPENED: when a page of this form was opened, sealed. */
export const openedNow = (form: string): string => seal(JSON.stringify([form, clock.ms()]), CONTEXT)

/** When the page was opened, in epoch milliseconds; null where the token is forged, expired or of another form. */
export function openedAt(form: string, token: string): number | null {
  try {
    const [of, at] = JSON.parse(open(token, CONTEXT)) as [string, number]
    return of === form && clock.ms() - at < LIFE ? at : null
  } catch {
    return null
  }
}

export interface Submission {
  /** What is counted together, unique within the account, e.g. `form <id>`. */
  form: string
  /** The value of the field HONEYPOT. */
  honeypot: string
  /** When the page was opened, as `openedAt` answers; undefined where the form has no time trap. */
  opened?: number | null
  /** Shortest believable time between opening and sending, in milliseconds. */
  leastMs?: number
  /** From here on a submission gets the sign `many`. */
  suspicious?: Limit
  /** From here on a submission is refused. */
  refused?: Limit
  /** What a refusal says. */
  message?: string
}

/**
 * Honeypot, time trap and rate limits of one submission, and counts it. Call it once, in the transaction that stores
 * the submission, so that what is rolled back doesn't count.
 * @returns signs of a program; a caller answers such a submission as usual and keeps it apart
 * @throws TOO_MANY_REQUESTS
 */
export async function guardSubmission(ctx: Ctx, submission: Submission): Promise<Sign[]> {
  const {
    form,
    honeypot,
    opened,
    leastMs,
    suspicious = {},
    refused = {},
    message = errorTexts.tooMany.text,
  } = submission
  const place = placeOf(ctx)
  await inTurn(ctx, `${form} ${place}`)
  const recent = await recentAttempts(ctx, form, place)
  if (isOver(recent, refused)) throw new Failure('TOO_MANY_REQUESTS', message)
  await ctx.db.insert(pageAttempts).values({ form, place, device: deviceOf(ctx), createdAt: clock.now() })
  const age = typeof opened === 'number' ? clock.ms() - opened : opened
  return signsOf({ honeypot, age, ...(leastMs && { leastMs }), isMany: isOver(recent, suspicious) })
}

/** Refuses who has done too much of it already, without counting this time. @throws TOO_MANY_REQUESTS */
export async function requireWithin(ctx: Ctx, form: string, most: Limit): Promise<void> {
  const recent = await recentAttempts(ctx, form, placeOf(ctx))
  if (isOver(recent, most)) throw new Failure('TOO_MANY_REQUESTS', errorTexts.tooMany.text)
}

/** Two at the same moment would count the same and both go through: the second waits until the first is stored. */
const inTurn = (ctx: Ctx, what: string) => advisoryLock(ctx.db, `page attempts ${ctx.client.id} ${what}`)

export interface FilePlace {
  /** What takes files, unique within the account, e.g. `form <id>`. */
  of: string
  /** Files within an hour: from one device (ten times as many from its network), for `of`, and for all of the account. */
  most: { mine: number; all: number; account: number }
}

/**
 * Counts a file that a visitor sends, before its first byte is read; call it in a short transaction of its own.
 * @throws TOO_MANY_REQUESTS
 */
export async function countFile(ctx: Ctx, { of, most }: FilePlace): Promise<void> {
  const [form, place, device, now] = [`file ${of}`, placeOf(ctx), deviceOf(ctx), clock.now()]
  await inTurn(ctx, 'files')
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    insert into page_attempts (form, place, device, created_at) select ${form}, ${place}, ${device}, ${now}
    from (select count(*) filter (where device = ${device}) as mine, count(*) filter (where place = ${place}) as network, count(*) filter (where form = ${form}) as of_form, count(*) as account
          from page_attempts where form like 'file %' and created_at > ${new Date(now.getTime() - hours(1))}) counted
    where mine < ${most.mine} and network < ${most.mine * 10} and of_form < ${most.all} and account < ${most.account} returning id`)
  if (rows.length === 0)
    throw new Failure('TOO_MANY_REQUESTS', 'Too many files were uploaded. Please try again in an hour.')
}

/** Tells networks apart without keeping them. */
const placeOf = (ctx: Ctx) => sealOf(`place ${networkOf(ctx.ip ?? '')}`)

/** Phones of one model with one version of a browser, on one network, are the same to us. */
const deviceOf = (ctx: Ctx) => sealOf(`device ${networkOf(ctx.ip ?? '')} ${ctx.userAgent ?? ''}`)

async function recentAttempts(ctx: Ctx, form: string, place: string): Promise<Recent> {
  const [row] = await ctx.db
    .select({
      device: sql<number>`count(*) filter (where ${pageAttempts.form} = ${form} and ${pageAttempts.device} = ${deviceOf(ctx)})::int`,
      mine: sql<number>`count(*) filter (where ${pageAttempts.form} = ${form} and ${pageAttempts.place} = ${place})::int`,
      all: sql<number>`count(*) filter (where ${pageAttempts.form} = ${form})::int`,
      account: sql<number>`count(*)::int`,
    })
    .from(pageAttempts)
    .where(
      and(gt(pageAttempts.createdAt, new Date(clock.ms() - hours(1))), sql`${pageAttempts.form} not like 'file %'`),
    )
  return row!
}

/** Accounts whose attempts no limit looks at any more. */
export const withOldAttempts = (at: Date) =>
  sql`select distinct client_id as id from page_attempts where created_at < ${new Date(at.getTime() - days(1))}`

export async function purgeAttempts(ctx: Ctx): Promise<void> {
  await ctx.db.delete(pageAttempts).where(lt(pageAttempts.createdAt, new Date(clock.ms() - days(1))))
}
