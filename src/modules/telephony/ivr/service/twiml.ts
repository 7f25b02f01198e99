import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { announcementCalls } from '#messaging/service/announcements.ts'
import { recordIncomingCall } from '../../calls/service/call-events.ts'
import { needsBoth } from '../../rules/dialling.ts'
import { dial, hangup, response, say } from '../../rules/twiml.ts'
import { fromBrowser } from '../../softphone/service.ts'
import { webhookUrl } from '../../webhooks/service/webhook-urls.ts'
import { handleKeyPress } from './keypad.ts'
import { forwardCall, promptVoicemail, routeIncomingCall } from './routing.ts'

type Fields = Record<string, string>

/** What the carrier does with a call at this point; asked twice, it says the same. */
export async function voiceResponse(ctx: Ctx, payload: Fields, query: Fields): Promise<string> {
  const { step } = query
  if (step === 'announce') return response(say('This call is recorded.'))
  if (step === 'done') return response(say('Thank you. Goodbye.'), hangup)
  if (step === 'browser') return browserCall(ctx, payload)
  if (step?.startsWith('announcement')) return announcementCalls().answer(ctx, payload, query)
  if (step === 'after' && payload.DialCallStatus === 'completed') return response(hangup)
  const number = await numberOf(ctx, payload.To ?? '')
  if (!number || !payload.CallSid) return response(hangup)
  const { id: callId } = await recordIncomingCall(ctx, payload)
  const way = { callId, turn: Number(query.turn) || 0 }
  if (step === 'after') return promptVoicemail(ctx, way, { why: 'No answer: ' })
  if (step !== 'key') {
    const routed = await routeIncomingCall(ctx, way, number)
    // Someone calls back who was called with a message: they hear it again, and then what everyone hears.
    const heard = await announcementCalls().replay(ctx, payload)
    return heard ? routed.replace('<Response>', `<Response>${heard}`) : routed
  }
  const wanted = await handleKeyPress(ctx, way, payload, query)
  if ('answer' in wanted) return wanted.answer
  if (wanted.does === 'forward') return forwardCall(ctx, way, { ...wanted, ours: number.number })
  return promptVoicemail(ctx, way, wanted)
}

async function numberOf(ctx: Ctx, number: string) {
  const [row] = await ctx.db
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.number, number), isNull(phoneNumbers.releasedAt)))
  return row
}

interface Going {
  id: string
  theirs: string
  ours: string
}

/** Theirs is rung, with our number on their screen. */
async function theirPhone(ctx: Ctx, call: Going): Promise<string> {
  const { recordCalls = 'off' } = (await accountRow(ctx)) ?? {}
  const recorded = recordCalls === 'announce' || (recordCalls === 'consent_states' && !needsBoth(call.theirs))
  return dial({
    to: call.theirs,
    callerId: call.ours,
    timeout: 30,
    statusUrl: webhookUrl(ctx, 'status', { c: call.id, leg: 'target' }),
    ...(recorded && {
      announceUrl: webhookUrl(ctx, 'voice', { step: 'announce' }),
      recordingUrl: webhookUrl(ctx, 'status', { c: call.id, kind: 'call' }),
    }),
  })
}

/** Our own phone has been picked up: now theirs is rung. */
export const bridgeCall = async (ctx: Ctx, call: Going): Promise<string> =>
  response(say('Connecting your call.'), await theirPhone(ctx, call))

/** A browser of ours is on the line: the call that it was begun for goes on to them. */
async function browserCall(ctx: Ctx, payload: Fields): Promise<string> {
  const call = await fromBrowser(ctx, payload)
  return call ? response(await theirPhone(ctx, call)) : response(hangup)
}
