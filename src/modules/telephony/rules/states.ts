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
/** agent: our own phone rings. target: theirs. forward: someone of ours is called. voicemail: they speak to the machine. menu: they choose by keys. told: they heard what they asked for. */
export const stages = ['agent', 'target', 'forward', 'voicemail', 'menu', 'told'] as const
export type Stage = (typeof stages)[number]
/** What our side of a call speaks into. */
export const vias = ['phone', 'browser'] as const
export const recordingStates = ['waiting', 'ready', 'failed', 'deleted'] as const
export const eventRoutes = ['sms', 'voice', 'status'] as const
export type EventRoute = (typeof eventRoutes)[number]

const over: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled'])
export const isOver = (state: string): boolean => over.has(state)

/** What a call is doing, for the line under it. */
export function callWords({
  state,
  stage,
  direction,
  missed,
}: {
  state: CallState
  stage: Stage
  direction: 'in' | 'out'
  missed: boolean
}): string {
  if (missed) return 'Missed'
  if (state === 'queued') return stage === 'target' ? 'Ringing them' : 'Starting'
  if (state === 'ringing') {
    if (direction === 'in') return stage === 'forward' ? 'Ringing at your church' : 'Calling us'
    return stage === 'agent' ? 'Ringing your phone' : 'Ringing them'
  }
  if (stage === 'menu' || stage === 'told') return isOver(state) ? 'Heard the menu' : 'In the menu'
  if (state === 'in-progress') return stage === 'voicemail' ? 'Leaving a message' : 'Connected'
  return { completed: 'Completed', busy: 'Busy', failed: 'Failed', 'no-answer': 'No answer', canceled: 'Hung up' }[
    state
  ]
}

/** 3:07 */
export const minutesOf = (seconds: number | null) =>
  seconds === null ? '' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** A call in its thread: "Missed call", "Voicemail, 0:08 – what they said", "Call, 3:07". */
export function callLine(
  call: Parameters<typeof callWords>[0] & { recorded: boolean; duration: number | null },
  message?: { duration: number; transcript: string | null },
): string {
  const long = call.duration ? `, ${minutesOf(call.duration)}` : ''
  if (call.missed && message)
    return `Voicemail, ${minutesOf(message.duration)}${message.transcript ? ` – ${message.transcript}` : ''}`
  if (call.missed) return call.recorded ? `Voicemail${long}` : 'Missed call'
  if (call.stage === 'told') return 'Heard the menu'
  return call.state === 'completed' ? `Call${long}` : `Call: ${callWords(call).toLowerCase()}`
}
