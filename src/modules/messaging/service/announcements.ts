import type { Ctx } from '#kernel/ctx.ts'
import type { SendDecision, SendRequest } from '../send-policy/rules/decide.ts'
import type { messages } from '../tables.ts'

type Fields = Record<string, string>
export type CallMessage = typeof messages.$inferSelect

/** How one call is placed. */
export interface CallPlan {
  /** The number of ours that is shown; null: there is none, and nothing is placed. */
  from: string | null
  /** Seconds that it rings. */
  timeout: number
  /** Seconds after which the carrier ends it. */
  timeLimit: number
}

/** What is asked about calls that play a message. */
export interface AnnouncementCalls {
  /** May these numbers be called now; in the order in which they are asked. `again`: asked as they are dialed. */
  judge: (ctx: Ctx, asked: readonly SendRequest[], again: boolean) => Promise<SendDecision[]>
  /** Records that a call is placed, with its proof, in the transaction that claims it. */
  begin: (ctx: Ctx, message: CallMessage) => Promise<CallPlan>
  /** The carrier has it, under that name; or refused it, and says why. */
  placed: (ctx: Ctx, messageId: string, outcome: { sid: string } | { refused: string }) => Promise<void>
  /** What is played to the person or machine that answered, or does a key; TwiML. */
  answer: (ctx: Ctx, payload: Fields, query: Fields) => Promise<string>
  /** What the carrier tells of a call, in any order and any number of times. */
  record: (ctx: Ctx, payload: Fields, query: Fields) => Promise<void>
  /** What someone hears first who calls back a number from which they were called; verbs of TwiML. Null: nothing. */
  replay: (ctx: Ctx, payload: Fields) => Promise<string | null>
}

let known: AnnouncementCalls | undefined

/** Says who knows the rules for calls; called once, by app/jobs.ts, since they stand above messages. */
export function plugInAnnouncementCalls(given: AnnouncementCalls): void {
  known = given
}

export function announcementCalls(): AnnouncementCalls {
  if (!known) throw new Error('messaging knows no calls: app/jobs.ts is not loaded')
  return known
}
