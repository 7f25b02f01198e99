import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '#kernel/ctx.ts'
import type { Event } from '#kernel/jobs.ts'
import type { NewMessage, send } from '#messaging/service.ts'
import type { Arm, SplitPlan } from '../rules/arms.ts'

/** What the engine reads of a campaign; each channel's row says more. */
export interface CampaignRow {
  id: string
  version: number
  name: string
  state: string
  scheduledFor: Date | null
  localTime: string | null
  /** Nothing is written before: until then it can be undone whole. */
  opensAt?: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  deletedAt?: Date | null
  madeBy: string | null
  problem: string | null
  split: SplitPlan | null
  splitDecidedAt: Date | null
  winner: Arm | null
}
/** Where a second person approves campaigns. */
export interface ApprovalRow {
  approvalRequestedBy: string | null
  approvalRequestedAt: Date | null
  reviewedBy: string | null
  reviewedAt: Date | null
  reviewNote: string
}
export interface RecipientRow {
  id: string
  address: string
  personId: string | null
  name: string
  arm: Arm | null
}

type Columns<Name extends string> = PgTable & Record<Name, AnyPgColumn>
export type CampaignTable = Columns<'id' | 'state' | 'startedAt' | 'scheduledFor'>
export type RecipientTable = Columns<'id' | 'campaignId' | 'state' | 'arm'>

export type Sent = Awaited<ReturnType<typeof send>>
/** What is known of each message that was put into the outbox, in the order of the recipients. */
export interface Written<Recipient> {
  recipient: Recipient
  message: NewMessage
  sent: Sent[number]
}

/** What may be written now: `room` messages at most (null: as many as there are), the rest from `until` on. */
export interface Allowance {
  room: number | null
  until: Date
}

/**
 * One channel's campaigns. The engine owns states, the frozen audience, batches, A/B tests, approval, schedule, pause,
 * suspension, cancel and retry; a kind says what is written to whom, and what may be.
 */
export interface CampaignKind<Row extends CampaignRow = CampaignRow, Recipient extends RecipientRow = RecipientRow> {
  /** `sms` */
  name: string
  /** Key of the timeline entry of those who got it; absent: none. */
  timelineKind?: string
  campaigns: CampaignTable
  /** In the list of all campaigns: what its readers see first, and which rows stand there; absent: all. Names columns without their table. */
  list: { subject: SQL; where?: SQL }
  recipients: RecipientTable
  /** So many are written in one transaction: a worker that is stopped leaves none half done, and a pause waits for one. */
  batchSize: number
  /** Its rows have `opensAt`: one that was just sent can be undone whole. */
  hasUndo: boolean
  /** What outside programs hear of it. */
  scheduled: Event<{ campaignId: string; at: string }>
  started: Event<{ campaignId: string; at?: string | undefined }>
  /** Where a start that fails leaves it: back with its author, or canceled. */
  afterFailedStart: 'draft' | 'cancelled'
  /** Why a scheduled start failed, by the code of the refusal; other refusals say it themselves. */
  startProblems: Readonly<Record<string, string>>
  /** Freezes who gets it, and refuses what can't be sent. @returns how many wait */
  freeze: (ctx: Ctx, campaign: Row) => Promise<number>
  /** What else is written in the campaign as it starts. */
  onStart?: (ctx: Ctx, campaign: Row, opensAt: Date) => Promise<Partial<Row>>
  /** Which of those who wait are due; absent: all of them. */
  due?: () => SQL
  /** When the next of those who aren't due is; null: nobody waits. */
  nextDue?: (ctx: Ctx, campaign: Row) => Promise<Date | null>
  /** What the channel lets leave now; absent: a batch. */
  allowance?: (ctx: Ctx, campaign: Row) => Promise<Allowance | null>
  /** One message for each recipient, in their order. */
  compose: (ctx: Ctx, campaign: Row, recipients: Recipient[]) => Promise<NewMessage[]>
  /** Whether these messages may be paid for, asked before they are written. A problem pauses the campaign. */
  refuse?: (ctx: Ctx, campaign: Row, messages: NewMessage[]) => Promise<string | null>
  /** Marks recipients as written with what the channel counts; absent: message and state alone. */
  recordWritten?: (ctx: Ctx, campaign: Row, written: Written<Recipient>[]) => Promise<void>
  /** People who answer for the account are told that it was paused. */
  onStopped?: (ctx: Ctx, campaign: Row) => Promise<void>
  /** A delivery of it has ended or failed. */
  onBatchMoved?: (ctx: Ctx, campaignId: string) => Promise<void>
  /** Counts both versions and names the better one, or none. */
  compare: (ctx: Ctx, campaign: Row) => Promise<{ winner: Arm | null; sides: object[] }>
  approval?: ApprovalPolicy<Row>
}

export interface ApprovalPolicy<Row> {
  /** Whether so many would get it by now that a second person must approve it. */
  isNeeded: (ctx: Ctx, campaign: Row) => Promise<boolean>
  /** It starts when it is approved, not at a time that was planned. */
  isImmediate: (campaign: Row) => boolean
  /** Milliseconds in which one that was just approved can be undone. */
  undoMs: number
  onRequested: (ctx: Ctx, campaign: Row & ApprovalRow) => Promise<void>
  onReviewed: (ctx: Ctx, campaign: Row & ApprovalRow, isApproved: boolean) => Promise<void>
}

/** Checks a kind against its tables' rows, and lets the engine have it. */
export const defineCampaignKind = <Row extends CampaignRow, Recipient extends RecipientRow>(
  kind: CampaignKind<Row, Recipient>,
): CampaignKind<Row, Recipient> => kind

let kinds: readonly CampaignKind[] = []

/** Says which channels have campaigns; called once, by app/jobs.ts. */
export function plugInCampaignKinds(given: readonly CampaignKind[]): void {
  kinds = given
}
export const campaignKinds = (): readonly CampaignKind[] => kinds

/** Whose campaign that is; undefined where it is none, or was deleted. */
export async function kindOf(ctx: Ctx, campaignId: string): Promise<CampaignKind | undefined> {
  if (kinds.length === 0) return
  const each = kinds.map(kind => sql`select ${kind.name} as name from ${kind.campaigns} where id = ${campaignId}`)
  const { rows } = await ctx.db.execute<{ name: string }>(sql.join(each, sql` union all `))
  return kinds.find(kind => kind.name === rows[0]?.name)
}
