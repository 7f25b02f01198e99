import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { mustHoldScopes } from '#api-access/service.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import type { Permission } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { seal } from '#kernel/secrets.ts'
import { problemOfUrl } from '#providers/outbound/index.ts'
import type {
  DeliveryFilter,
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
} from './contract.ts'
import { MOST_ENDPOINTS, SECRET_OVERLAP, TEST_EVENT } from './rules.ts'
import { knownEvents } from './service/registry.ts'
import { newSecret } from './service/signing.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'
import { deliverWebhook } from './tasks.ts'

/** Secrets are sealed for this use. */
export const SEALED_AS = 'webhook endpoint'

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      description: webhookEndpoints.description,
      events: webhookEndpoints.events,
      scopes: webhookEndpoints.scopes,
      disabledAt: webhookEndpoints.disabledAt,
      disabledReason: webhookEndpoints.disabledReason,
      failingSince: webhookEndpoints.failingSince,
      lastDeliveredAt: sql<string | null>`(select max(d.delivered_at) from webhook_deliveries d
        where d.client_id = webhook_endpoints.client_id and d.endpoint_id = webhook_endpoints.id)`,
      createdBy: webhookEndpoints.createdBy,
      createdAt: webhookEndpoints.createdAt,
      version: webhookEndpoints.version,
    })
    .from(webhookEndpoints)
    .$dynamic()

const toEndpoint = ({ disabledAt, lastDeliveredAt, ...row }: Awaited<ReturnType<typeof select>>[number]) => ({
  ...row,
  state: disabledAt ? ('disabled' as const) : ('enabled' as const),
  lastDeliveredAt: lastDeliveredAt ? new Date(lastDeliveredAt) : null,
})

export async function list(ctx: Ctx): Promise<{ items: WebhookEndpoint[] }> {
  return { items: (await select(ctx).orderBy(desc(webhookEndpoints.id))).map(toEndpoint) }
}

export async function endpointById(ctx: Ctx, id: string): Promise<WebhookEndpoint> {
  const [row] = await select(ctx).where(eq(webhookEndpoints.id, id))
  return toEndpoint(found(row, 'Webhook endpoint'))
}

export async function events() {
  const items = [...knownEvents().values()].map(({ type, summary, scope, path }) => ({ type, summary, scope, path }))
  return { items: items.sort((a, b) => a.type.localeCompare(b.type)) }
}

function mustBeKnown(types: readonly string[]): void {
  const unknown = types.filter(type => !knownEvents().has(type))
  if (unknown.length > 0) throw invalid('events', `There is no event ${unknown[0]}`)
}

const neededFor = (types: readonly string[]): Permission[] => [
  ...new Set(types.map(type => knownEvents().get(type)!.scope)),
]

/** The scopes it is to have: those given, which must be enough for its events. */
function scopesFor(ctx: Ctx, types: readonly string[], given: readonly Permission[] | undefined): Permission[] {
  const needed = neededFor(types)
  const scopes = given ? [...given] : needed
  const missing = needed.filter(scope => !scopes.includes(scope))
  if (missing.length > 0) throw invalid('scopes', `These events need the scope ${missing.join(', ')}`)
  mustHoldScopes(ctx, scopes)
  return scopes
}

function mustBeReachable(url: string): void {
  const problem = problemOfUrl(url)
  if (problem) throw invalid('url', problem)
}

export async function create(ctx: Ctx, input: NewWebhookEndpoint): Promise<WebhookEndpointWithSecret> {
  mustBeReachable(input.url)
  mustBeKnown(input.events)
  const scopes = scopesFor(ctx, input.events, input.scopes)
  if ((await ctx.db.$count(webhookEndpoints)) >= MOST_ENDPOINTS)
    throw new Failure('BAD_REQUEST', `An account has at most ${MOST_ENDPOINTS} webhook endpoints.`)
  const secret = newSecret()
  const { url, description } = input
  const values = { url, description, events: input.events, scopes, createdBy: userOf(ctx)! }
  const [row] = await ctx.db
    .insert(webhookEndpoints)
    .values({ ...values, secret: seal(secret, SEALED_AS) })
    .returning({ id: webhookEndpoints.id })
  announce(ctx, 'api')
  return { ...(await endpointById(ctx, row!.id)), secret }
}

/** Anyone who changes where it goes or what it sends must hold its scopes: otherwise an admin could redirect an owner's. */
export async function update(ctx: Ctx, input: WebhookEndpointChange): Promise<WebhookEndpoint> {
  const { id, version, url, description, enabled } = input
  const before = await endpointById(ctx, id)
  const types = input.events ?? before.events
  if (url !== undefined) mustBeReachable(url)
  mustBeKnown(input.events ?? [])
  const kept = before.scopes as Permission[]
  const widened = input.events ? [...new Set([...kept, ...neededFor(types)])] : kept
  const scopes = scopesFor(ctx, input.events ?? [], input.scopes ?? widened)
  const switched =
    enabled === undefined
      ? {}
      : enabled
        ? { disabledAt: null, disabledReason: '', failingSince: null }
        : { disabledAt: clock.now(), disabledReason: 'Turned off by a member.' }
  const rows = await ctx.db
    .update(webhookEndpoints)
    .set({
      // They hold its scopes: an endpoint whose maker has left goes on with them.
      createdBy: userOf(ctx)!,
      scopes,
      events: types,
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...switched,
    })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.version, version)))
    .returning({ id: webhookEndpoints.id })
  if (rows.length === 0) throw new Failure('CONFLICT')
  announce(ctx, 'api')
  return endpointById(ctx, id)
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const rows = await ctx.db
    .delete(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .returning({ id: webhookEndpoints.id })
  found(rows[0], 'Webhook endpoint')
  announce(ctx, 'api')
  return {}
}

/** For a day requests carry a signature of each secret. */
export async function rotateSecret(ctx: Ctx, { id }: { id: string }): Promise<WebhookEndpointWithSecret> {
  const before = await endpointById(ctx, id)
  mustHoldScopes(ctx, before.scopes)
  const secret = newSecret()
  await ctx.db
    .update(webhookEndpoints)
    .set({
      previousSecret: sql`${webhookEndpoints.secret}`,
      previousSecretExpiresAt: new Date(clock.ms() + SECRET_OVERLAP),
      secret: seal(secret, SEALED_AS),
    })
    .where(eq(webhookEndpoints.id, id))
  announce(ctx, 'api')
  return { ...(await endpointById(ctx, id)), secret }
}

const columns = {
  id: webhookDeliveries.id,
  endpointId: webhookDeliveries.endpointId,
  type: webhookDeliveries.type,
  state: webhookDeliveries.state,
  occurredAt: webhookDeliveries.occurredAt,
  deliveredAt: webhookDeliveries.deliveredAt,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  attempts: webhookDeliveries.attempts,
}

export async function listDeliveries(ctx: Ctx, { cursor, limit, endpointId, state, type }: DeliveryFilter) {
  const items = await ctx.db
    .select(columns)
    .from(webhookDeliveries)
    .where(
      and(
        endpointId ? eq(webhookDeliveries.endpointId, endpointId) : undefined,
        state ? inArray(webhookDeliveries.state, state) : undefined,
        type ? eq(webhookDeliveries.type, type) : undefined,
        cursor ? sql`${webhookDeliveries.id} < ${cursor}::uuid` : undefined,
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null }
}

async function deliveryById(ctx: Ctx, id: string): Promise<WebhookDelivery> {
  const [row] = await ctx.db.select(columns).from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
  return found(row, 'Delivery')
}

export async function test(ctx: Ctx, { id }: { id: string }): Promise<WebhookDelivery> {
  await endpointById(ctx, id)
  const [row] = await ctx.db
    .insert(webhookDeliveries)
    .values({ endpointId: id, type: TEST_EVENT, input: {}, details: {}, occurredAt: clock.now() })
    .returning({ id: webhookDeliveries.id })
  await enqueue(ctx, deliverWebhook, { deliveryId: row!.id, replay: true })
  announce(ctx, 'api')
  return deliveryById(ctx, row!.id)
}

/** Sent again also to an endpoint that is disabled, so that a member can try it. */
export async function replay(ctx: Ctx, { id }: { id: string }): Promise<WebhookDelivery> {
  const before = await deliveryById(ctx, id)
  await enqueue(ctx, deliverWebhook, { deliveryId: before.id, replay: true })
  return before
}
