import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { seal } from '#kernel/secrets.ts'
import {
  type Access,
  type AccountFacts,
  type GatewayName,
  GatewayRefused,
  GatewayUnavailable,
  gatewayFor,
  gatewayNames,
  sandboxAllowed,
} from '#providers/payments/index.ts'
import { usesOf } from '#public-page/service/uses.ts'
import { credentialFields, credentialProblems } from '../rules/credentials.ts'
import { gatewayTitles, methodsOf } from '../rules/gateways.ts'
import {
  accessOf,
  accessWith,
  type GatewayRow,
  gatewayRows,
  isEnabled,
  secretContext,
  secretsOf,
  usableGateways,
  webhookUrl,
} from '../service/gateways.ts'
import { methodSettings, routes } from '../service/start.ts'
import { planSubscriptions } from '../subscriptions/tables.ts'
import { paymentDifferences, paymentEvents, paymentGateways, paymentSettings, savedMethods } from '../tables.ts'
import { reconcileGatewayTask } from '../tasks.ts'
import type { GatewayInput, GatewayState, Methods, MethodsInput, PaymentSettings } from './contract.ts'

const usualMethods: Methods = {
  currency: 'USD',
  descriptor: '',
  cards: true,
  ach: false,
  wallets: true,
  collectTax: false,
  taxRates: [],
}

export async function read(ctx: Ctx): Promise<PaymentSettings> {
  const rows = await gatewayRows(ctx)
  const failed = await failedEvents(ctx)
  const gateways = gatewayNames.map(name => stateOf(ctx, name, rows.get(name), failed.get(name) ?? 0))
  const set = await methodSettings(ctx)
  const { currency, descriptor, cards, ach, wallets, collectTax, taxRates } = set ?? usualMethods
  return {
    gateways,
    methods: {
      currency: currency as Methods['currency'],
      descriptor,
      cards,
      ach,
      wallets,
      collectTax,
      taxRates,
      version: set?.version ?? null,
    },
    checklist: await checklist(ctx, gateways, descriptor),
    sandbox: sandboxAllowed(),
  }
}

function stateOf(ctx: Ctx, gateway: GatewayName, row: GatewayRow | undefined, failedEvents: number): GatewayState {
  const secrets = secretsOf(ctx.client.id, row)
  const fields = credentialFields[gateway]
  const access = accessOf(ctx.client.id, gateway, row)
  const proof = { stripe: 'webhookSecret', paypal: 'webhookId', clover: 'signingSecret', thrivecart: 'secretWord' }[
    gateway
  ]
  return {
    gateway,
    enabled: isEnabled(gateway, row),
    mode: row?.sealedSecrets ? row.mode : 'sandbox',
    environment: row?.environment ?? 'sandbox',
    fields: row?.fields ?? {},
    secrets: Object.fromEntries(
      fields
        .filter(({ secret }) => secret)
        .map(({ name }) => [name, { set: Boolean(secrets[name]), last4: row?.last4[name] ?? '' }]),
    ),
    accountName: row?.accountName ?? '',
    charges: row?.sealedSecrets ? row.charges : sandboxAllowed(),
    webhookUrl: webhookUrl(ctx.client.id, gateway),
    webhookReady: access.kind === 'sandbox' || Boolean(secrets[proof] || row?.fields[proof]),
    methods: [...methodsOf[gateway]],
    checkedAt: row?.checkedAt ?? null,
    lastEventAt: row?.lastEventAt ?? null,
    lastError: row?.lastError ?? '',
    failedEvents,
    version: row?.version ?? null,
  }
}

async function failedEvents(ctx: Ctx): Promise<Map<GatewayName, number>> {
  const rows = await ctx.db
    .select({ gateway: paymentEvents.gateway, count: count() })
    .from(paymentEvents)
    .where(eq(paymentEvents.state, 'failed'))
    .groupBy(paymentEvents.gateway)
  return new Map(rows.map(row => [row.gateway, row.count]))
}

type Check = PaymentSettings['checklist'][number]

async function checklist(ctx: Ctx, gateways: GatewayState[], descriptor: string): Promise<Check[]> {
  const on = gateways.filter(one => one.enabled)
  const names = (list: GatewayState[]) => list.map(one => gatewayTitles[one.gateway]).join(', ')
  const ways = await routes(ctx)
  const shut = on.filter(one => !one.charges)
  const deaf = on.filter(one => !one.webhookReady)
  const tried = on.filter(one => one.mode !== 'live')
  const check = (key: Check['key'], done: boolean, yes: string, no: string): Check => ({
    key,
    done,
    text: done ? yes : no,
  })
  return [
    check('gateway', on.length > 0, `Turned on: ${names(on)}`, 'Turn on at least one gateway'),
    check(
      'charges',
      on.length > 0 && shut.length === 0,
      'The accounts take payments',
      `${names(shut) || 'No account'} can’t take payments yet`,
    ),
    check(
      'webhook',
      on.length > 0 && deaf.length === 0,
      'Webhooks can be verified',
      `Create the webhook of ${names(deaf) || 'a gateway'}`,
    ),
    check(
      'live',
      on.length > 0 && tried.length === 0,
      'Live credentials',
      `Not live yet: ${names(tried) || 'no gateway'}`,
    ),
    check('methods', ways.size > 0, 'At least one payment method is on', 'Turn on a payment method'),
    check(
      'descriptor',
      descriptor !== '',
      `Statements say ${descriptor.toUpperCase()}`,
      'Set the statement descriptor',
    ),
    check(
      'address',
      env.publicUrl.startsWith('https:'),
      'This server has an https address',
      'Gateways need an https address of this server',
    ),
  ]
}

/** What was typed, with what is kept of the secrets that were left empty. */
function given(clientId: string, input: GatewayInput, row: GatewayRow | undefined) {
  const kept = secretsOf(clientId, row)
  const named = (secret: boolean) => credentialFields[input.gateway].filter(field => field.secret === secret)
  const secrets = Object.fromEntries(named(true).map(({ name }) => [name, input.credentials[name] || kept[name] || '']))
  const fields = Object.fromEntries(
    named(false).map(({ name }) => [name, input.credentials[name] ?? row?.fields[name] ?? '']),
  )
  return { fields, secrets, environment: input.environment }
}

/**
 * Tries the credentials and keeps what the gateway accepts. Without any the sandbox stands in, where it may.
 * @throws BAD_REQUEST with the field at fault; IN_USE where turning it off would stop recurring payments
 */
export async function saveGateway(ctx: OuterCtx, input: GatewayInput): Promise<PaymentSettings> {
  const { gateway } = input
  const row = await ctx.tx(async tx => (await gatewayRows(tx)).get(gateway))
  if ((row?.version ?? null) !== input.version) throw new Failure('CONFLICT')
  const wanted = given(ctx.client.id, input, row)
  const isSandbox = Object.values({ ...wanted.fields, ...wanted.secrets }).every(value => value === '')
  if (isSandbox) {
    if (input.enabled && !sandboxAllowed())
      throw issues({ [credentialFields[gateway][0]!.name]: 'Please enter the credentials' })
    return ctx.tx(tx => keep(tx, input, { mode: 'sandbox', environment: input.environment, charges: true }))
  }
  const problems = credentialProblems(gateway, { ...wanted.fields, ...wanted.secrets })
  if (Object.keys(problems).length > 0) throw issues(problems)
  const access = accessWith(gateway, wanted)
  const facts = await tried(access)
  const last4 = Object.fromEntries(Object.entries(wanted.secrets).map(([name, value]) => [name, value.slice(-4)]))
  return ctx.tx(tx =>
    keep(tx, input, {
      fields: wanted.fields,
      last4,
      environment: input.environment,
      ...factsOf(facts),
      sealedSecrets: seal(JSON.stringify(wanted.secrets), secretContext(ctx.client.id, gateway)),
    }),
  )
}

const factsOf = (facts: AccountFacts) => ({
  mode: facts.mode,
  accountName: facts.name,
  charges: facts.charges,
  checkedAt: clock.now(),
  lastError: '',
  lastErrorAt: null,
})

const issues = (problems: Record<string, string>) =>
  new Failure('BAD_REQUEST', Object.values(problems)[0]!, {
    data: { issues: Object.entries(problems).map(([name, message]) => ({ path: ['credentials', name], message })) },
  })

async function tried(access: Access): Promise<AccountFacts> {
  try {
    return await gatewayFor(access).account()
  } catch (error) {
    if (error instanceof GatewayRefused) throw issues({ [error.field ?? 'secretKey']: error.message })
    if (error instanceof GatewayUnavailable)
      throw new Failure('UNAVAILABLE', 'The gateway is not responding right now. Nothing was saved. Please try again.')
    throw error
  }
}

async function keep(ctx: Ctx, input: GatewayInput, changes: Partial<GatewayRow>): Promise<PaymentSettings> {
  const { gateway, enabled, version } = input
  if (!enabled) await requireUnused(ctx, gateway, input.confirmed)
  const values = { ...changes, enabled }
  if (version === null) {
    const [made] = await ctx.db
      .insert(paymentGateways)
      .values({ gateway, ...values })
      .onConflictDoNothing()
      .returning({ id: paymentGateways.id })
    if (!made) throw new Failure('CONFLICT')
  } else {
    const [row] = await ctx.db
      .update(paymentGateways)
      .set({ ...values, version: version + 1 })
      .where(and(eq(paymentGateways.gateway, gateway), eq(paymentGateways.version, version)))
      .returning({ id: paymentGateways.id })
    if (!row) throw new Failure('CONFLICT')
  }
  announce(ctx, 'payments')
  return read(ctx)
}

/** Schedules that charge a method which is kept there: subscriptions, and what other modules charge. */
async function requireUnused(ctx: Ctx, gateway: GatewayName, confirmed: boolean): Promise<void> {
  if (confirmed) return
  const count = (await subscriptionsAt(ctx, gateway)) + (await usesOf(ctx, 'payment-gateway', gateway)).length
  if (count > 0)
    throw new Failure(
      'IN_USE',
      `${count} recurring ${count === 1 ? 'payment uses' : 'payments use'} this gateway. Turning it off stops ${count === 1 ? 'it' : 'them'}.`,
      { data: { count } },
    )
}

const subscriptionsAt = (ctx: Ctx, gateway: GatewayName): Promise<number> =>
  ctx.db.$count(
    planSubscriptions,
    and(
      inArray(planSubscriptions.state, ['active', 'past_due']),
      inArray(
        planSubscriptions.savedId,
        ctx.db.select({ id: savedMethods.id }).from(savedMethods).where(eq(savedMethods.gateway, gateway)),
      ),
    ),
  )

export async function testGateway(ctx: OuterCtx, { gateway }: { gateway: GatewayName }): Promise<PaymentSettings> {
  const row = await ctx.tx(async tx => (await gatewayRows(tx)).get(gateway))
  const facts = await tried(accessOf(ctx.client.id, gateway, row))
  return ctx.tx(async tx => {
    if (row) await tx.db.update(paymentGateways).set(factsOf(facts)).where(eq(paymentGateways.id, row.id))
    return read(tx)
  })
}

/** Registers our address at the gateway, which answers with the secret that its events are signed with. */
export async function createWebhook(ctx: OuterCtx, { gateway }: { gateway: GatewayName }): Promise<PaymentSettings> {
  const row = await ctx.tx(async tx => (await gatewayRows(tx)).get(gateway))
  if (!row?.sealedSecrets) throw new Failure('BAD_REQUEST', 'Please save the credentials first.')
  if (!gatewayFor(accessOf(ctx.client.id, gateway, row)).can.webhook)
    throw new Failure(
      'BAD_REQUEST',
      'This gateway has no way to create it from here. Add the address in its dashboard.',
    )
  const made = await gatewayFor(accessOf(ctx.client.id, gateway, row))
    .registerWebhook(webhookUrl(ctx.client.id, gateway))
    .catch(error => {
      if (error instanceof GatewayRefused) throw new Failure('BAD_REQUEST', error.message)
      throw new Failure('UNAVAILABLE', 'The gateway is not responding right now. Please try again.')
    })
  return ctx.tx(async tx => {
    const secrets = secretsOf(ctx.client.id, row)
    if (gateway === 'stripe') secrets.webhookSecret = made.secret
    const fields = gateway === 'paypal' ? { ...row.fields, webhookId: made.id } : row.fields
    const last4 = gateway === 'stripe' ? { ...row.last4, webhookSecret: made.secret.slice(-4) } : row.last4
    const sealedSecrets = seal(JSON.stringify(secrets), secretContext(ctx.client.id, gateway))
    await tx.db.update(paymentGateways).set({ sealedSecrets, fields, last4 }).where(eq(paymentGateways.id, row.id))
    announce(tx, 'payments')
    return read(tx)
  })
}

export async function disconnect(ctx: Ctx, { gateway, confirmed }: { gateway: GatewayName; confirmed: boolean }) {
  await requireUnused(ctx, gateway, confirmed)
  await ctx.db
    .update(paymentGateways)
    .set({
      sealedSecrets: null,
      fields: {},
      last4: {},
      enabled: false,
      mode: 'sandbox',
      accountName: '',
      charges: false,
    })
    .where(eq(paymentGateways.gateway, gateway))
  announce(ctx, 'payments')
  return read(ctx)
}

/** What checkout offers from now on. At least one method stays on. */
export async function saveMethods(ctx: Ctx, { version, ...wanted }: MethodsInput): Promise<PaymentSettings> {
  const set = await methodSettings(ctx)
  if ((set?.version ?? null) !== version) throw new Failure('CONFLICT')
  const paypal = (await usableGateways(ctx)).some(one => one.gateway === 'paypal')
  if (!wanted.cards && !wanted.ach && !wanted.wallets && !paypal)
    throw new Failure('BAD_REQUEST', 'Please leave at least one payment method on', {
      data: { issues: [{ path: ['cards'], message: 'Please leave at least one payment method on' }] },
    })
  const [row] = await ctx.db
    .insert(paymentSettings)
    .values(wanted)
    .onConflictDoUpdate({
      target: paymentSettings.clientId,
      set: { ...wanted, version: sql`${paymentSettings.version} + 1` },
      setWhere: eq(paymentSettings.version, version ?? 0),
    })
    .returning({ id: paymentSettings.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'payments')
  return read(ctx)
}

export async function differences(ctx: Ctx) {
  const items = await ctx.db
    .select()
    .from(paymentDifferences)
    .where(isNull(paymentDifferences.settledAt))
    .orderBy(desc(paymentDifferences.id))
    .limit(200)
  const rows = [...(await gatewayRows(ctx)).values()]
  const checkedAt =
    rows
      .map(row => row.reconciledAt)
      .filter(at => at !== null)
      .sort((a, b) => +b - +a)[0] ?? null
  return {
    items: items.map(({ id, gateway, externalId, kind, theirs, ours, createdAt }) => ({
      id,
      gateway,
      externalId,
      kind,
      theirs,
      ours,
      createdAt,
    })),
    checkedAt,
  }
}

export async function reconcile(ctx: Ctx) {
  for (const { gateway } of await usableGateways(ctx)) await enqueue(ctx, reconcileGatewayTask, { gateway })
  return {}
}
