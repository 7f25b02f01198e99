import { and, eq, isNull } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { dial, hangup, response, say, voicemail } from '../rules/answers.ts'
import { needsBoth } from '../rules/dialling.ts'

type Fields = Record<string, string>

/** An address of ours for the carrier, with what it should bring back. */
export const hook = (ctx: { client: { id: string } }, route: 'sms' | 'voice' | 'status', more: Fields = {}) =>
  `${env.publicUrl}/api/twilio/${route}?${new URLSearchParams({ t: ctx.client.id, ...more })}`

export const hooksOf = (ctx: { client: { id: string } }) => ({
  smsUrl: hook(ctx, 'sms'),
  voiceUrl: hook(ctx, 'voice'),
  statusUrl: hook(ctx, 'status'),
})

/** What the carrier does with a call at this point; asked twice, it says the same. */
export async function answerTo(ctx: Ctx, payload: Fields, { step }: Fields): Promise<string> {
  if (step === 'announce') return response(say('This call is recorded.'))
  if (step === 'done') return response(say('Thank you. Goodbye.'), hangup)
  const passedOn = step === 'after'
  if (passedOn && payload.DialCallStatus === 'completed') return response(hangup)
  const number = await numberOf(ctx, payload.To ?? '')
  if (!number) return response(hangup)
  if (!passedOn && number.voiceRoute === 'forward' && number.forwardTo)
    return response(
      dial({
        ...{ to: number.forwardTo, callerId: payload.To!, timeout: 20 },
        statusUrl: hook(ctx, 'status', { leg: 'forward' }),
        actionUrl: hook(ctx, 'voice', { step: 'after' }),
      }),
    )
  return response(await toVoicemail(ctx))
}

async function toVoicemail(ctx: Ctx): Promise<string> {
  const [{ name } = { name: '' }] = await ctx.db
    .select({ name: clients.name })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  const { greeting } = (await accountRow(ctx)) ?? { greeting: '' }
  const words =
    greeting ||
    `You have reached ${name}. Nobody can answer right now. Please leave a message after the tone, and we call you back.`
  return voicemail(words, {
    recordingUrl: hook(ctx, 'status', { kind: 'voicemail' }),
    actionUrl: hook(ctx, 'voice', { step: 'done' }),
  })
}

async function numberOf(ctx: Ctx, number: string) {
  const [row] = await ctx.db
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.number, number), isNull(phoneNumbers.releasedAt)))
  return row
}

/** Our own phone has been picked up: now theirs is rung, with our number on their screen. */
export async function bridge(ctx: Ctx, call: { id: string; theirs: string; ours: string }): Promise<string> {
  const { recordCalls = 'off' } = (await accountRow(ctx)) ?? {}
  const recorded = recordCalls === 'announce' || (recordCalls === 'consent_states' && !needsBoth(call.theirs))
  return response(
    say('Connecting your call.'),
    dial({
      ...{ to: call.theirs, callerId: call.ours, timeout: 30 },
      statusUrl: hook(ctx, 'status', { c: call.id, leg: 'target' }),
      ...(recorded && {
        announceUrl: hook(ctx, 'voice', { step: 'announce' }),
        recordingUrl: hook(ctx, 'status', { c: call.id, kind: 'call' }),
      }),
    }),
  )
}
