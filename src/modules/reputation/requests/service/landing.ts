import { createHash } from 'node:crypto'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { fileChatLines } from '#conversations/service/chats.ts'
import { closeThreadOfChat } from '#conversations/service/crisis.ts'
import { watchForCrisis } from '#crisis/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { announce } from '#kernel/realtime.ts'
import { digest } from '#kernel/secrets.ts'
import { machineClick } from '#links/rules/machines.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { messages } from '#messaging/tables.ts'
import type { PrivateWords } from '../rules/pages.ts'
import type { Target } from '../rules/targets.ts'
import { reviewRequestCampaigns as campaigns, reviewRequests } from '../tables.ts'
import { reviewUrl } from './sending.ts'

const holds = (hash: string) => or(eq(reviewRequests.tokenDigest, hash), eq(reviewRequests.earlierDigest, hash))

/** Whose page it is; undefined for a code that nobody made. */
export async function clientOfCode(db: Db, code: string): Promise<string | undefined> {
  const [request] = await db
    .select({ clientId: reviewRequests.clientId })
    .from(reviewRequests)
    .where(holds(digest(code)))
  if (request) return request.clientId
  const [campaign] = await db.select({ clientId: campaigns.clientId }).from(campaigns).where(eq(campaigns.code, code))
  return campaign?.clientId
}

export interface Place {
  code: string
  targets: Target[]
  campaignId: string
  /** Null for a code that hangs on the wall. */
  requestId: string | null
  lastSentAt: Date | null
}

/** What a code opens; undefined where it opens nothing any more. */
export async function readPlace(ctx: Ctx, code: string): Promise<Place | undefined> {
  const [request] = await ctx.db
    .select()
    .from(reviewRequests)
    .where(holds(digest(code)))
  const which = request ? eq(campaigns.id, request.campaignId) : eq(campaigns.code, code)
  const [campaign] = await ctx.db.select().from(campaigns).where(which)
  if (!campaign || (!request && campaign.state === 'cancelled')) return
  return {
    code,
    targets: campaign.targets,
    campaignId: campaign.id,
    requestId: request?.id ?? null,
    lastSentAt: request?.lastSentAt ?? null,
  }
}

export interface Visit {
  method: string
  userAgent: string
  /** They went on to a platform. */
  isOnward: boolean
}

/** Counts a visit by a person: HEAD and programs that look into messages are none, and someone who comes twice counts once. */
export async function recordVisit(ctx: Ctx, place: Place, { isOnward, ...fetch }: Visit): Promise<void> {
  const since = place.lastSentAt && clock.ms() - place.lastSentAt.getTime()
  if (machineClick({ ...fetch, since })) return
  if (place.requestId)
    await ctx.db
      .update(reviewRequests)
      .set({ clickedAt: clock.now() })
      .where(and(eq(reviewRequests.id, place.requestId), isNull(reviewRequests.clickedAt)))
  else
    await ctx.db
      .update(campaigns)
      .set(isOnward ? { clicks: sql`${campaigns.clicks} + 1` } : { opened: sql`${campaigns.opened} + 1` })
      .where(eq(campaigns.id, place.campaignId))
  announce(ctx, 'reviews')
}

/** The same words from the same page come in once. */
const idOf = (place: Place, words: string): string => {
  const hex = createHash('sha256')
    .update(`${place.requestId ?? place.campaignId} ${words}`)
    .digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}

/**
 * Puts what someone told privately into their conversation, as what they write by text or email is.
 * @returns what they are told at once where it holds a sign of danger; empty otherwise
 */
export async function filePrivateWords(ctx: Ctx, place: Place, said: PrivateWords): Promise<string> {
  return place.requestId ? fileReply(ctx, place, said) : fileOpenWords(ctx, place, said)
}

/** As an answer to the message that asked: its thread, the crisis list and those on duty follow from that. */
async function fileReply(ctx: Ctx, place: Place, { words, name }: PrivateWords): Promise<string> {
  const [row] = await ctx.db
    .select({
      channel: reviewRequests.channel,
      address: reviewRequests.address,
      name: reviewRequests.name,
      messageId: reviewRequests.messageId,
      sender: messages.sender,
    })
    .from(reviewRequests)
    .leftJoin(messages, and(eq(messages.clientId, reviewRequests.clientId), eq(messages.id, reviewRequests.messageId)))
    .where(eq(reviewRequests.id, place.requestId!))
  const { channel, address, messageId, sender } = row!
  await receiveMessage(ctx, {
    channel,
    from: address,
    fromName: name || row!.name,
    to: sender ?? '',
    ...(channel === 'email' && { subject: 'Told privately on the review page' }),
    text: words,
    provider: 'review-page',
    providerId: idOf(place, words),
    ...(messageId && { answersId: messageId }),
  })
  return ''
}

/** Nobody in particular was asked: a thread of its own, which can be answered where they left an email address. */
async function fileOpenWords(ctx: Ctx, place: Place, { words, name, email }: PrivateWords): Promise<string> {
  const chatId = idOf(place, `${words} ${name} ${email}`)
  const found = await watchForCrisis(ctx, { text: words, source: 'review', sourceId: chatId })
  await fileChatLines(ctx, {
    chatId,
    messageId: chatId,
    direction: 'in',
    text: words,
    email: email || null,
    name: name || null,
    place: reviewUrl(place.code),
    userId: null,
    isCrisis: found !== null,
  })
  if (found?.level === 'page') await closeThreadOfChat(ctx, chatId)
  return found?.answer ?? ''
}
