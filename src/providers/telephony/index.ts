import { assertOutsideTransaction } from '#kernel/run.ts'
import { sandboxCarrier } from './sandbox/service.ts'

export { CarrierRefused, CarrierSilent } from './rules/errors.ts'
export { isSigned, type Params, signatureOf } from './rules/signatures.ts'

/** Whose account at which carrier. */
export type Access =
  | { kind: 'sandbox'; clientId: string }
  | { kind: 'twilio'; sid: string; token: string; keySid?: string | null; keySecret?: string | null }

/** Numbers are E.164, prices millionths of a currency unit, durations seconds. */
export interface Carrier {
  name: 'twilio' | 'sandbox'
  accountSid: string
  account(): Promise<AccountFacts>

  sendText(text: OutgoingText): Promise<SentText>
  text(sid: string): Promise<TextFacts | null>
  /** Texts that left since then, newest first; all or to one number. */
  texts(filter: { to?: string; from?: string; since: Date }): Promise<TextFacts[]>
  /** A picture or sound that came with a text. */
  media(url: string): Promise<Media>

  startCall(call: OutgoingCall): Promise<CallFacts>
  /** Hangs up, or cancels a call that nobody has answered. */
  endCall(sid: string, answered: boolean): Promise<void>
  call(sid: string): Promise<CallFacts | null>
  /** Calls that were placed to a number since then, newest first: for one whose outcome is unknown. */
  calls(filter: { to: string; since: Date }): Promise<CallFacts[]>
  recording(sid: string): Promise<Media>
  /** What is gone already is no error. */
  deleteRecording(sid: string): Promise<void>
  deleteTranscript(sid: string): Promise<void>

  /** Where calls from browsers ask what to do: made or found by its name, and set. @returns AP… */
  browserApp(name: string, hooks: BrowserHooks): Promise<string>
  /** With what one member's browser calls and rings, for a few minutes. */
  browserToken(wanted: { identity: string; appSid: string }): Promise<BrowserToken>
  /** A browser without sound, in the sandbox alone: it calls, picks up or declines. */
  browserCalls(call: BrowserCall): Promise<void>
  browserPicks(sid: string, identity: string, what: 'answer' | 'decline'): Promise<void>

  /** What is for sale; an empty list is no stock. */
  offers(wanted: OfferFilter): Promise<Offer[]>
  buy(number: string, name: string, hooks: Hooks): Promise<NumberFacts>
  numbers(): Promise<NumberFacts[]>
  setHooks(sid: string, hooks: Hooks): Promise<NumberFacts>
  rename(sid: string, name: string): Promise<void>
  release(sid: string): Promise<void>
}

export interface AccountFacts {
  sid: string
  name: string
  type: 'trial' | 'full'
  status: string
  /** As the carrier writes it: "12.40 USD". */
  balance: string | null
}
export interface Media {
  contentType: string
  content: AsyncIterable<Uint8Array>
}
export interface OutgoingText {
  from: string
  to: string
  text: string
  mediaUrls?: string[]
  /** Sends by its pool instead of from one number. */
  messagingServiceSid?: string | null
  statusUrl: string
}
export interface SentText {
  sid: string
  from: string
  segments: number
}
export const textStates = ['queued', 'sent', 'delivered', 'undelivered', 'failed'] as const
export interface TextFacts {
  sid: string
  from: string
  to: string
  body: string
  state: (typeof textStates)[number]
  errorCode: string | null
  price: number | null
  currency: string | null
  at: Date
}
export const callStates = [
  'queued',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'failed',
  'no-answer',
  'canceled',
] as const
export type CallState = (typeof callStates)[number]
/** Who or what picks up, in the carrier's own words. A machine is told of once its greeting has ended. */
export const answerers = [
  'human',
  'machine_start',
  'machine_end_beep',
  'machine_end_silence',
  'machine_end_other',
  'fax',
  'unknown',
] as const
export type Answerer = (typeof answerers)[number]
/** Has either `twiml` or `answerUrl`; where both are given the address is asked. */
export interface OutgoingCall {
  from: string
  to: string
  /** What is said and done once someone answers. */
  twiml?: string
  /** Asked by a signed POST once someone answers: its answer (TwiML) is done. */
  answerUrl?: string
  /** Waits until a machine's greeting has ended, and tells `answerUrl` and `statusUrl` who answered (AnsweredBy). */
  detectMachine?: boolean
  statusUrl: string
  /** How long it rings, in seconds. */
  timeout: number
  /** The longest that it may last once answered, in seconds. */
  timeLimit?: number
}
export interface CallFacts {
  sid: string
  parentSid: string | null
  from: string
  to: string
  state: CallState
  duration: number | null
  /** Null where nobody answered or `detectMachine` was not asked for. */
  answeredBy: Answerer | null
  price: number | null
  currency: string | null
}
export interface OfferFilter {
  country: string
  kind: 'local' | 'toll_free'
  areaCode?: string
  contains?: string
  voice?: boolean
  sms?: boolean
  mms?: boolean
}
export interface Capabilities {
  voice: boolean
  sms: boolean
  mms: boolean
}
export interface Offer extends Capabilities {
  number: string
  city: string
  region: string
  monthly: number
  currency: string
}
export interface Hooks {
  smsUrl: string
  voiceUrl: string
  statusUrl: string
}
export type BrowserHooks = Pick<Hooks, 'voiceUrl' | 'statusUrl'>
export interface BrowserToken {
  token: string
  expiresAt: Date
}
export interface BrowserCall extends BrowserHooks {
  identity: string
  /** Handed on to our address. */
  params: Record<string, string>
}
export interface NumberFacts extends Capabilities, Hooks {
  sid: string
  number: string
  name: string
}

/** The account's carrier: Twilio where credentials were given, else the sandbox. */
export async function carrier(access: Access): Promise<Carrier> {
  if (access.kind === 'sandbox') return guarded(sandboxCarrier(access.clientId))
  const { liveCarrier } = await import('./live.ts')
  return guarded(liveCarrier(access, process.env.VITEST ? process.env.TWILIO_TEST_HOST : undefined))
}

/** No call of these may hold a transaction open. */
const guarded = (made: Carrier): Carrier =>
  Object.fromEntries(
    Object.entries(made).map(([name, what]) => [
      name,
      typeof what !== 'function'
        ? what
        : (...args: unknown[]) => {
            assertOutsideTransaction('telephony')
            return (what as (...args: unknown[]) => unknown)(...args)
          },
    ]),
  ) as unknown as Carrier
