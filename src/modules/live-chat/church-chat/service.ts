import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clients } from '#clients/tables.ts'
import { deleteChatFiles } from '#conversations/service/chat-files.ts'
import { hasChatAnswer } from '#conversations/service/chats.ts'
import { clock, days, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { open, seal } from '#kernel/secrets.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import { isPublicSuffix, publicSuffixWords } from '#providers/dns/rules/suffix.ts'
import { clientOfSlug, publicClientAt } from '#public-page/church/service.ts'
import { guardSubmission } from '#public-page/guard/service.ts'
import { hoursText, isOpen } from '#telephony/rules/hours.ts'
import { officeIsOpen } from '../chat/rules.ts'
import { supportConversations as conversations, supportMessages as messages } from '../chat/tables.ts'
import { fileChat } from '../inbox/tasks.ts'
import type { ChatChange, ChatSettings, HeldChat } from './contract.ts'
import { chatAddress, LEAST_MS, MOST_BEGUN, PRIVACY, type Sign, signsOf, signWords, WELCOME } from './rules.ts'
import { chatSettings } from './tables.ts'

/** What a visitor's window needs, no matter whose chat it is. */
export interface PublicChat {
  clientId: string
  slug: string
  church: { name: string; logoId: string | null; brandColor: string | null }
  enabled: boolean
  settings: Pick<ChatSettings, 'welcome' | 'hours' | 'ask' | 'privacy' | 'domains'>
}

const usual = { welcome: WELCOME, hours: '', ask: 'nothing' as const, privacy: PRIVACY, domains: [] as string[] }

/** The chat of an address; undefined where there is no such church. */
export async function chatAt(db: Db, slug: string): Promise<PublicChat | undefined> {
  const clientId = await clientOfSlug(db, slug)
  if (!clientId) return
  const [row] = await db
    .select({ client: clients, settings: chatSettings })
    .from(clients)
    .leftJoin(chatSettings, eq(chatSettings.clientId, clients.id))
    .where(eq(clients.id, clientId))
  const { name, logoId, brandColor } = row!.client
  return {
    clientId,
    slug: row!.client.slug,
    church: { name, logoId, brandColor },
    enabled: row!.settings?.enabled ?? false,
    settings: row!.settings ?? usual,
  }
}

/** The public site's chat is the server's; any other word is a church's. */
export async function clientOfChat(db: Db, form: string): Promise<string | undefined> {
  if (form !== 'site') {
    // A page that was opened before is told what has changed.
    const church = await publicClientAt(db, form)
    return church?.state === 'closed' ? undefined : church?.id
  }
  const [row] = await db.select({ id: clients.id }).from(clients).where(eq(clients.house, true))
  return row?.id
}

const clientRow = async (ctx: Ctx) => {
  const [row] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account')
}
export const churchName = async (ctx: Ctx) => (await clientRow(ctx)).name
export const chatPlace = async (ctx: Ctx) => chatAddress({ origin: env.publicUrl, slug: (await clientRow(ctx)).slug })

/** Refuses where the church has no chat, or its account rests. */
export async function openChat(ctx: Ctx): Promise<{ church: string; hours: string }> {
  const { name, access } = await clientRow(ctx)
  const [row] = await ctx.db.select().from(chatSettings)
  if (access === 'suspended')
    throw new Failure('UNAVAILABLE', `${name} is not answering chats right now. Please call or write a letter.`)
  if (!row?.enabled) throw new Failure('NOT_FOUND', `${name} has closed its chat.`)
  return { church: name, hours: row.hours }
}

/** Of someone who has just answered it may be said that they are there. */
const JUST = minutes(10)

/** By the office hours of the telephone, or because someone has just answered; null where neither says anything. */
export async function isThere(ctx: Ctx, form: 'site' | 'church', conversationId?: string): Promise<boolean | null> {
  if (form === 'site') return officeIsOpen(clock.now())
  const account = await accountRow(ctx)
  const now = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  if (account && isOpen(account.officeHours, now.weekday, now.toFormat('HH:mm'))) return true
  const lately = { since: new Date(clock.ms() - JUST), byTeam: true }
  if (conversationId && (await hasChatAnswer(ctx, conversationId, lately))) return true
  return account ? false : null
}

const CONTEXT = 'chat window'
/** Says since when a window is open, and whose it is; made by us alone. */
export const passFor = (slug: string) => seal(JSON.stringify([slug, clock.ms()]), CONTEXT)

function openedAt(pass: string, slug: string): number | null {
  try {
    const [whose, at] = JSON.parse(open(pass, CONTEXT)) as [string, number]
    return whose === slug && clock.ms() - at < days(2) ? at : null
  } catch {
    // Forged, cut off or from another server: a sign among others.
    return null
  }
}

/** Why the first words of a visitor may be a machine's. */
export async function suspicions(ctx: Ctx, said: { form: string; text: string; pass: string; website: string }) {
  const seen = await guardSubmission(ctx, {
    form: 'chat',
    honeypot: said.website,
    opened: openedAt(said.pass, said.form),
    leastMs: LEAST_MS,
    suspicious: MOST_BEGUN,
  })
  return signsOf({ text: said.text, seen })
}

export async function read(ctx: Ctx): Promise<ChatSettings> {
  const { slug } = await clientRow(ctx)
  const [row] = await ctx.db.select().from(chatSettings)
  const account = await accountRow(ctx)
  const said = account ? hoursText(account.officeHours) : ''
  const {
    enabled,
    welcome,
    hours: open,
    ask,
    privacy,
    domains,
    version,
  } = row ?? { ...usual, enabled: false, version: 0 }
  return {
    enabled,
    welcome,
    hours: open,
    ask,
    privacy,
    domains,
    version,
    slug,
    suggestedHours: said && `We answer ${said}`,
    held: await ctx.db.$count(conversations, isNotNull(conversations.heldAt)),
  }
}

export async function change(ctx: Ctx, { version, ...values }: ChatChange): Promise<ChatSettings> {
  const unique = { ...values, domains: [...new Set(values.domains)] }
  const shared = unique.domains.findIndex(host => isPublicSuffix(host.replace(/^\*\./, '').replace(/:\d+$/, '')))
  if (shared >= 0) {
    const message = publicSuffixWords(unique.domains[shared]!)
    throw new Failure('BAD_REQUEST', message, { data: { issues: [{ path: ['domains', shared], message }] } })
  }
  const rows = version
    ? await ctx.db.update(chatSettings).set(unique).where(eq(chatSettings.version, version)).returning()
    : await ctx.db.insert(chatSettings).values(unique).onConflictDoNothing().returning()
  // Someone else has saved it meanwhile, or for the first time.
  if (rows.length === 0) throw new Failure('CONFLICT')
  announce(ctx, 'conversations')
  return read(ctx)
}

const MOST_QUARANTINED = 200

/** Newest first. */
export async function listQuarantined(ctx: Ctx): Promise<{ items: HeldChat[] }> {
  const rows = await ctx.db
    .select()
    .from(conversations)
    .where(isNotNull(conversations.heldAt))
    .orderBy(desc(conversations.heldAt))
    .limit(MOST_QUARANTINED)
  return {
    items: rows.map(({ id, name, email, lastText, signs, heldAt }) => ({
      id,
      name: name || 'Visitor',
      email,
      text: lastText,
      at: heldAt!,
      why: signs.map(sign => signWords[sign as Sign] ?? sign),
    })),
  }
}

/** Everything that was held back comes into Conversations, in the order in which it was written. */
export async function release(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(conversations)
    .set({ heldAt: null })
    .where(and(eq(conversations.id, id), isNotNull(conversations.heldAt)))
    .returning({ id: conversations.id })
  found(row, 'Conversation')
  await enqueue(ctx, fileChat, { chatId: id })
  announce(ctx, 'conversations')
  return {}
}

/** A machine's words go; a person's conversation that is held no more stays. */
export async function discard(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), isNotNull(conversations.heldAt)))
    .for('update')
  found(row, 'Conversation')
  await deleteChatFiles(ctx, id)
  await ctx.db.delete(messages).where(eq(messages.conversationId, id))
  await ctx.db.delete(conversations).where(eq(conversations.id, id))
  announce(ctx, 'conversations')
  return {}
}
