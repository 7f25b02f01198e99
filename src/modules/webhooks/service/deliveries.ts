import { and, arrayContains, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { may, roles } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { open } from '#kernel/secrets.ts'
import { notify } from '#notifications/service.ts'
import { stepDelivered } from '../events.ts'
import { DISABLED_AFTER, LOGGED_FOR, RETRY_DELAYS, TEST_EVENT } from '../rules.ts'
import { SEALED_AS } from '../service.ts'
import { type Attempt, webhookDeliveries, webhookEndpoints } from '../tables.ts'
import { deliverWebhook } from '../tasks.ts'
import { type KnownEvent, knownEvents, read } from './registry.ts'
import { post } from './sending.ts'
import { signatureHeaders } from './signing.ts'

type Delivery = typeof webhookDeliveries.$inferSelect
type Endpoint = typeof webhookEndpoints.$inferSelect

const listened = new WeakMap<Ctx, Promise<Set<string>>>()

/** The events that any endpoint of the account wants; asked once in a transaction, so that an event that nobody wants costs no job. */
export function typesListenedFor(ctx: Ctx): Promise<Set<string>> {
  const known = listened.get(ctx) ?? askListeners(ctx)
  listened.set(ctx, known)
  return known
}

async function askListeners(ctx: Ctx): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.disabledAt))
  return new Set(rows.flatMap(({ events }) => events))
}

/** Records one delivery for each endpoint that wants the event; all in the transaction of the event's job. */
export async function recordEvent(ctx: Ctx, event: KnownEvent, payload: unknown): Promise<void> {
  // Some events are meant for one endpoint.
  const { endpointId } = payload as { endpointId?: string | null }
  const endpoints = await ctx.db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        isNull(webhookEndpoints.disabledAt),
        arrayContains(webhookEndpoints.events, [event.type]),
        endpointId ? eq(webhookEndpoints.id, endpointId) : undefined,
      ),
    )
  if (endpoints.length === 0) return
  const input = await event.input(payload, ctx)
  if (!input) return
  const occurredAt = clock.now()
  const made = { type: event.type, input, details: event.details?.(payload) ?? {}, occurredAt }
  const rows = await ctx.db
    .insert(webhookDeliveries)
    .values(endpoints.map(({ id }) => ({ ...made, endpointId: id, nextAttemptAt: occurredAt })))
    .returning({ id: webhookDeliveries.id })
  for (const { id } of rows) await enqueue(ctx, deliverWebhook, { deliveryId: id, replay: false })
  announce(ctx, 'api')
}

interface Due {
  delivery: Delivery
  endpoint: Endpoint
}

async function dueOf(ctx: Ctx, deliveryId: string, replay: boolean): Promise<Due | undefined> {
  const [row] = await ctx.db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, deliveryId))
  if (!row) return undefined
  return replay || (row.delivery.state === 'pending' && !row.endpoint.disabledAt) ? row : undefined
}

/** One attempt: reads the resource with the endpoint's scopes, posts it, and records what came of it. */
export async function attempt(ctx: OuterCtx, { deliveryId, replay }: { deliveryId: string; replay: boolean }) {
  const due = await ctx.tx(inner => dueOf(inner, deliveryId, replay))
  if (!due) return
  const { delivery, endpoint } = due
  const content = await contentOf(ctx, due)
  if ('skipped' in content) {
    const done = { at: clock.now().toISOString(), status: null, problem: content.skipped, took: 0 }
    return ctx.tx(inner => settle(inner, due, done, 'skipped'))
  }
  const body = JSON.stringify({
    type: delivery.type,
    timestamp: delivery.occurredAt.toISOString(),
    accountId: ctx.client.id,
    data: content.data,
    details: delivery.details,
  })
  const signed = { id: `msg_${delivery.id}`, at: clock.now(), body, secrets: secretsOf(endpoint) }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Lampstand-Webhooks/1.0',
    ...signatureHeaders(signed),
  }
  const done = await post({ url: endpoint.url, headers, body })
  await ctx.tx(inner => (done.problem === null ? succeed(inner, due, done) : fail(inner, due, done, replay)))
}

function secretsOf({ secret, previousSecret, previousSecretExpiresAt }: Endpoint): string[] {
  const former =
    previousSecret && previousSecretExpiresAt && previousSecretExpiresAt > clock.now() ? [previousSecret] : []
  return [secret, ...former].map(sealed => open(sealed, SEALED_AS))
}

/** What the endpoint may read of it now; a reason where that is nothing. */
async function contentOf(ctx: OuterCtx, { delivery, endpoint }: Due): Promise<{ data: unknown } | { skipped: string }> {
  if (delivery.type === TEST_EVENT) return { data: { message: 'This is a test from Lampstand.' } }
  const event = knownEvents().get(delivery.type)
  if (!event) return { skipped: 'This event is no longer sent.' }
  const caller = {
    claims: null,
    clientId: ctx.client.id,
    requestId: ctx.requestId,
    ip: '',
    userAgent: 'webhook',
    key: { endpointId: endpoint.id },
  }
  try {
    return { data: await read(event, delivery.input, caller) }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'NOT_FOUND') return { skipped: 'It no longer exists, or the endpoint can’t read it.' }
    if (code === 'FORBIDDEN' || code === 'UNAUTHORIZED' || code === 'SUSPENDED')
      return {
        skipped:
          'The endpoint can’t read it: its scopes or the permissions of the member who created it are not enough.',
      }
    throw error
  }
}

async function settle(ctx: Ctx, { delivery }: Due, done: Attempt, state: Delivery['state'], next: Date | null = null) {
  await ctx.db
    .update(webhookDeliveries)
    .set({
      state,
      attempts: sql`${webhookDeliveries.attempts} || ${JSON.stringify([done])}::jsonb`,
      nextAttemptAt: next,
      ...(state === 'delivered' && { deliveredAt: clock.now() }),
    })
    .where(eq(webhookDeliveries.id, delivery.id))
  announce(ctx, 'api')
  const { runId, step } = delivery.details as { runId?: string; step?: string }
  if (runId && step) await emit(ctx, stepDelivered, { runId, step, state, status: done.status, problem: done.problem })
}

async function succeed(ctx: Ctx, due: Due, done: Attempt): Promise<void> {
  await settle(ctx, due, done, 'delivered')
  if (due.endpoint.failingSince)
    await ctx.db.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, due.endpoint.id))
}

/** Tried again later with growing waits. A replay is one attempt; a delivery that had arrived stays so. */
async function fail(ctx: Ctx, due: Due, done: Attempt, replay: boolean): Promise<void> {
  const { delivery, endpoint } = due
  if (replay) {
    const state = delivery.state === 'pending' && delivery.type === TEST_EVENT ? 'failed' : delivery.state
    return settle(ctx, due, done, state, delivery.nextAttemptAt)
  }
  const wait = RETRY_DELAYS[delivery.tries]
  const next = wait === undefined ? null : new Date(clock.ms() + wait)
  await ctx.db
    .update(webhookDeliveries)
    .set({ tries: delivery.tries + 1 })
    .where(eq(webhookDeliveries.id, delivery.id))
  await settle(ctx, due, done, next ? 'pending' : 'failed', next)
  if (next) await enqueue(ctx, deliverWebhook, { deliveryId: delivery.id, replay: false }, { after: next })
  await countFailure(ctx, endpoint, done)
}

async function countFailure(ctx: Ctx, endpoint: Endpoint, done: Attempt): Promise<void> {
  const mine = eq(webhookEndpoints.id, endpoint.id)
  if (!endpoint.failingSince) {
    await ctx.db.update(webhookEndpoints).set({ failingSince: clock.now() }).where(mine)
  }
  const tooLong = endpoint.failingSince && clock.ms() - endpoint.failingSince.getTime() > DISABLED_AFTER
  const gone = done.status === 410
  if (!tooLong && !gone) return
  const disabledReason = gone
    ? 'The endpoint responded with status 410 (gone).'
    : `Deliveries have failed for days. The last error: ${done.problem}`
  const rows = await ctx.db
    .update(webhookEndpoints)
    .set({ disabledAt: clock.now(), disabledReason })
    .where(and(mine, isNull(webhookEndpoints.disabledAt)))
    .returning({ id: webhookEndpoints.id, version: webhookEndpoints.version })
  if (rows[0]) await tell(ctx, endpoint, disabledReason, rows[0].version)
}

/** Everyone who may turn it on again. */
async function tell(ctx: Ctx, endpoint: Endpoint, reason: string, version: number): Promise<void> {
  const able = roles.filter(role => may(role, 'api.write'))
  const team = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.role, able), activeMember))
  const { host } = new URL(endpoint.url)
  await notify(
    ctx,
    team.map(({ userId }) => userId),
    {
      type: 'webhook',
      title: `Webhooks to ${host} were turned off`,
      body: reason,
      href: '/settings?section=api',
      dedupeKey: `webhook-disabled:${endpoint.id}:${version}`,
    },
  )
}

/** Deletes deliveries from before the time that the log covers. */
export async function purge(ctx: Ctx): Promise<void> {
  await ctx.db.delete(webhookDeliveries).where(lt(webhookDeliveries.occurredAt, new Date(clock.ms() - LOGGED_FOR)))
}
