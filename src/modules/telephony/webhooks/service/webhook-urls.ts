import { env } from '#kernel/env.ts'
import { inboundTextsUrl } from '#messaging/carrier/service.ts'

type Fields = Record<string, string>

/** An address of ours for the carrier, with what it should bring back. */
export const hook = (ctx: { client: { id: string } }, route: 'voice' | 'status', more: Fields = {}) =>
  `${env.publicUrl}/api/twilio/${route}?${new URLSearchParams({ t: ctx.client.id, ...more })}`

export const hooksOf = (ctx: { client: { id: string } }) => ({
  smsUrl: inboundTextsUrl(ctx.client.id),
  voiceUrl: hook(ctx, 'voice'),
  statusUrl: hook(ctx, 'status'),
})

/** Where a call that begins in a browser asks what to do, and where it tells how it goes. */
export const browserHooks = (ctx: { client: { id: string } }) => ({
  voiceUrl: hook(ctx, 'voice', { step: 'browser' }),
  statusUrl: hook(ctx, 'status', { leg: 'agent' }),
})
