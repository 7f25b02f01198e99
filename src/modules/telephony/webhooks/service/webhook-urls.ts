import { env } from '#kernel/env.ts'
import { inboundTextsUrl } from '#messaging/carrier/service.ts'

type Fields = Record<string, string>

/** An address of ours for the carrier, with what it should bring back. */
export const webhookUrl = (ctx: { client: { id: string } }, route: 'voice' | 'status', more: Fields = {}) =>
  `${env.publicUrl}/api/twilio/${route}?${new URLSearchParams({ t: ctx.client.id, ...more })}`

export const webhookUrls = (ctx: { client: { id: string } }) => ({
  smsUrl: inboundTextsUrl(ctx.client.id),
  voiceUrl: webhookUrl(ctx, 'voice'),
  statusUrl: webhookUrl(ctx, 'status'),
})

/** Where a call that begins in a browser asks what to do, and where it tells how it goes. */
export const browserWebhookUrls = (ctx: { client: { id: string } }) => ({
  voiceUrl: webhookUrl(ctx, 'voice', { step: 'browser' }),
  statusUrl: webhookUrl(ctx, 'status', { leg: 'agent' }),
})
