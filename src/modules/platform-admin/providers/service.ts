import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, desc, eq, sql } from 'drizzle-orm'
import { stripeEvents } from '#billing/tables.ts'
import { files } from '#files/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { invalid } from '#kernel/failure.ts'
import { operatorCarrier, textCarrierOf } from '#messaging/carrier/service.ts'
import { claimMessage, settleMessage } from '#messaging/delivery/service/state.ts'
import { claimTexts, deliverClaimedTexts } from '#messaging/delivery/service/texts.ts'
import { storeInboundEmail } from '#messaging/inbound-email/service.ts'
import { arrivedMails } from '#messaging/inbound-email/tables.ts'
import { letter } from '#messaging/rules/letter.ts'
import { sendMail, sendText } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { mail } from '#providers/mail/index.ts'
import { tryMailbox } from '#providers/mail-in/index.ts'
import { storage } from '#providers/storage/index.ts'
import { stripe } from '#providers/stripe/index.ts'
import type { Check, ProviderHealth } from './contract.ts'
import { type Provider, providerLabels, providers } from './rules.ts'
import { providerChecks } from './tables.ts'

const adapters: Record<Provider, () => string | Promise<string>> = {
  mail: () => mail().name,
  arriving: () => (env.imapUrl ? 'imap' : env.mailInSecret ? 'webhook' : 'sandbox'),
  texts: operatorCarrier,
  files: () => storage().name,
  payments: () => stripe().name,
}

interface Outcome extends Record<string, unknown> {
  provider: Provider
  ok: boolean
  at: string
  problem: string | null
}

export async function list(ctx: Ctx) {
  const outcomes = await outcomesOf(ctx)
  const newest = (name: Provider, ok: boolean) => outcomes.find(one => one.provider === name && one.ok === ok)
  const items = await Promise.all(
    providers.map(async (name): Promise<ProviderHealth> => {
      const [well, failed] = [newest(name, true), newest(name, false)]
      const adapter = await adapters[name]()
      return {
        name,
        label: providerLabels[name],
        adapter,
        live: adapter !== 'sandbox',
        lastSuccess: well ? new Date(well.at) : null,
        lastError: failed ? { at: new Date(failed.at), problem: failed.problem ?? 'No reason was given.' } : null,
      }
    }),
  )
  return { items }
}

/** From what every account sent in the last week (the newest of each), from uploads, and from what was tried here. */
async function outcomesOf(ctx: Ctx): Promise<Outcome[]> {
  const since = new Date(clock.ms() - days(7))
  const { rows } = await ctx.db.execute<Outcome>(sql`
    select distinct on (provider, ok) * from (
      select case m.channel when 'email' then 'mail' else 'texts' end as provider, m.state in ('sent', 'delivered') as ok,
             m.updated_at as at, m.problem
      from clients c cross join lateral (
        select channel, state, updated_at, problem from messages
        where client_id = c.id and created_at > ${since} and state in ('sent', 'delivered', 'failed', 'unknown') and channel in ('email', 'sms')
        order by created_at desc limit 20) m
      union all
      (select 'arriving', state <> 'failed', coalesce(processed_at, created_at), problem from ${arrivedMails}
        where created_at > ${since} order by id desc limit 20)
      union all
      select 'files', true, max(${files.createdAt}), null from ${files} having max(${files.createdAt}) is not null
      union all
      select 'payments', problem is null, coalesce(processed_at, created_at), problem from ${stripeEvents}
      where created_at > ${since} and (processed_at is not null or problem is not null)
      union all
      select provider, ok, created_at, problem from ${providerChecks}
    ) told order by provider, ok, at desc`)
  return rows
}

/** Really tries: a mail to oneself, a text to a number, a small file and a product there and back. What came of it is kept. */
export async function test(ctx: OuterCtx, { name, to }: { name: Provider; to?: string }): Promise<Check> {
  if (name === 'texts' && !to) throw invalid('to', 'Please enter a number to send it to')
  const started = clock.ms()
  const problem = await tries[name](ctx, to ?? '').then(
    () => null,
    error => String(error instanceof Error ? error.message : error).slice(0, 300),
  )
  const adapter = await adapters[name]()
  const check = { ok: problem === null, problem, milliseconds: clock.ms() - started }
  await ctx.tx(tx => tx.db.insert(providerChecks).values({ provider: name, adapter, ...check }))
  return check
}

const tries: Record<Provider, (ctx: OuterCtx, to: string) => Promise<void>> = {
  mail: tryMail,
  arriving: tryArriving,
  texts: tryText,
  files: tryFiles,
  payments: tryPayments,
}

const words = () =>
  letter({
    subject: 'A test from Lampstand',
    heading: 'Email works',
    lines: ['The operator of this server sent this test from the admin page. There is nothing to do.'],
  })

async function tryMail(ctx: OuterCtx): Promise<void> {
  const message = await ctx.tx(async tx => {
    const [me] = await tx.db
      .select()
      .from(users)
      .where(eq(users.id, userOf(tx)!))
    const dedupeKey = `provider-test:${randomUUID()}`
    await sendMail(tx, { to: me!.email, toName: me!.name, ...words(), kind: 'provider-test', dedupeKey })
    return taken(tx, dedupeKey)
  })
  const { recipient: to, recipientName: toName, subject, bodyText: text, bodyHtml: html, id: messageId } = message
  await handing(ctx, messageId, () => mail().send({ to, toName, subject, text, html, messageId }))
}

/** The mailbox is opened; without one, a mail to nobody comes in as the webhook and the outbox bring them. */
async function tryArriving({ requestId }: OuterCtx): Promise<void> {
  if (env.imapUrl) return tryMailbox(env.imapUrl)
  const lines = [`Message-ID: <${randomUUID()}@test.invalid>`, 'From: test@test.invalid', 'To: nobody@test.invalid']
  await storeInboundEmail(
    Buffer.from([...lines, 'Subject: A test', '', 'It comes in.', ''].join('\r\n')),
    'test',
    requestId,
  )
}

/** How the last look into the mailbox went: a line where that changed, and one an hour. */
export async function noteMailbox(ctx: Ctx, { problem }: { problem: string | null }): Promise<void> {
  const t = providerChecks
  const [last] = await ctx.db
    .select({ ok: t.ok, problem: t.problem, at: t.createdAt })
    .from(t)
    .where(eq(t.provider, 'arriving'))
    .orderBy(desc(t.id))
    .limit(1)
  if (last && last.problem === problem && last.at.getTime() > clock.ms() - hours(1)) return
  await ctx.db
    .insert(t)
    .values({ provider: 'arriving', adapter: 'imap', ok: problem === null, problem, milliseconds: 0 })
}

async function tryText(ctx: OuterCtx, to: string): Promise<void> {
  const { how, message } = await ctx.tx(async tx => {
    const dedupeKey = `provider-test:${randomUUID()}`
    await sendText(tx, { to, text: 'Lampstand: texts work.', kind: 'provider-test', dedupeKey })
    const [row] = await tx.db.select({ id: messages.id }).from(messages).where(eq(messages.dedupeKey, dedupeKey))
    const how = await textCarrierOf(tx)
    const { ready } = await claimTexts(tx, how, [row!.id], true)
    if (!ready[0]) throw new Error('Not sent: there is no active number, or that number can’t be texted.')
    return { how, message: ready[0] }
  })
  await deliverClaimedTexts(ctx, how, [message], { last: true })
  const [sent] = await ctx.tx(tx => tx.db.select().from(messages).where(eq(messages.id, message.id)))
  if (sent!.state !== 'sent' && sent!.state !== 'delivered') throw new Error(sent!.problem ?? 'It was not sent.')
}

/** Claimed in the transaction that wrote it: no worker gets it, and the answer is ours to wait for. */
async function taken(ctx: Ctx, dedupeKey: string) {
  const [row] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.dedupeKey, dedupeKey)))
  const message = await claimMessage(ctx, row!.id)
  // The gate may have refused: the address is one that is written to no more.
  if (message?.state !== 'sending') throw new Error('Not sent: this address can’t be written to.')
  return message
}

type Sent = { state: 'sent' | 'delivered'; provider: string; providerId: string; sender: string }
async function handing(ctx: OuterCtx, id: string, send: () => Promise<Sent>): Promise<void> {
  try {
    const sent = await send()
    await ctx.tx(tx => settleMessage(tx, id, { ...sent, problem: null }))
  } catch (error) {
    const problem = String(error instanceof Error ? error.message : error).slice(0, 300)
    await ctx.tx(tx => settleMessage(tx, id, { state: 'failed', problem }))
    throw error
  }
}

async function tryFiles({ client }: OuterCtx): Promise<void> {
  const key = `${client.id}/${randomUUID()}`
  const content = Buffer.from(key)
  await storage().put(key, Readable.from([content]), 1_000)
  try {
    const back = await buffer(await storage().get(key))
    if (!back.equals(content)) throw new Error('The file that was read back is different.')
  } finally {
    await storage().remove(key)
  }
}

/** A product that nobody sees comes and goes. */
async function tryPayments(): Promise<void> {
  const id = randomUUID()
  const facts = { id, productId: null, name: 'Lampstand connection test', description: '', active: false, key: id }
  const { productId } = await stripe().saveProduct(facts)
  await stripe().deleteProduct(productId, [])
}
