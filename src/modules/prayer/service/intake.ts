import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type CrisisFinding, watchForCrisis } from '#crisis/service.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'
import { prayerRequested } from '../events.ts'
import { consentWords, type Source, type Visibility } from '../rules/options.ts'
import { foldText } from '../rules/words.ts'
import { prayerConsents, prayerCounts, prayerRequesters, prayerRequests } from '../tables.ts'
import { readExpiry, readSettings } from './settings.ts'

export interface Arrival {
  id: string
  text: string
  name?: string
  email?: string
  phone?: string
  personId?: string | null
  category?: string
  visibility?: Visibility
  isAnonymous?: boolean
  isPrivate?: boolean
  isUrgent?: boolean
  notifyPrayed?: boolean
  source: Source
  /** How they said who may read it. */
  consent: 'form' | 'text' | 'portal' | 'told'
}

/**
 * Stores a request with the consent of its writer, looks for signs of danger before anything else, and announces it.
 * What others would read waits for approval unless a member added it. The same id is stored once.
 * @returns the sign of danger that was found; then the request is private
 */
export async function addRequest(ctx: Ctx, arrival: Arrival): Promise<CrisisFinding | null> {
  const { id, text, source, visibility = 'staff', isAnonymous = false, isUrgent = false } = arrival
  const sign = await watchForCrisis(ctx, { text, source: 'prayer', sourceId: id })
  const { categories } = await readSettings(ctx)
  const isDanger = sign?.level === 'page'
  const reading = isDanger ? 'staff' : visibility
  const stored = await ctx.db
    .insert(prayerRequests)
    .values({
      id,
      body: text,
      search: foldText(text),
      source,
      visibility: reading,
      isAnonymous,
      isUrgent,
      category: categories.includes(arrival.category ?? '') ? arrival.category! : categories.at(-1)!,
      isPrivate: isDanger || (arrival.isPrivate ?? false),
      // Words that may be a sign are shown to no one until someone has read them.
      moderation: source === 'staff' || (reading === 'staff' && !sign) || isDanger ? 'approved' : 'pending',
      notifyPrayed: arrival.notifyPrayed ?? false,
      expiresAt: await readExpiry(ctx),
      lastActivityAt: clock.now(),
      createdAt: clock.now(),
      createdBy: userOf(ctx),
    })
    .onConflictDoNothing()
  if (stored.rowCount === 0) return isDanger ? sign : null
  await ctx.db.insert(prayerCounts).values({ requestId: id })
  const requesterId = await addRequester(ctx, arrival)
  await ctx.db.insert(prayerConsents).values({
    requestId: id,
    visibility,
    wording: consentWords[visibility],
    how: arrival.consent,
    userId: userOf(ctx),
  })
  // Nothing automatic follows what may be a sign until someone has read it: see releaseRequest.
  if (sign?.level !== 'look') await emit(ctx, prayerRequested, { requestId: id, requesterId })
  announce(ctx, 'prayer', id)
  return isDanger ? sign : null
}

async function addRequester(ctx: Ctx, { id: requestId, name = '', email = '', phone = '', personId }: Arrival) {
  const id = randomUUID()
  await ctx.db.insert(prayerRequesters).values({
    id,
    requestId,
    name,
    search: foldText(name),
    personId: personId ?? null,
    createdAt: clock.now(),
    email: email ? normaliseEmail(email) : null,
    phone: phone ? normalisePhone(phone, ctx.client.country) : null,
  })
  return id
}

/** Whether a form that is sent again was stored before. */
export const isStored = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.$count(prayerRequests, eq(prayerRequests.id, id))) > 0

/** Someone has read a request that might have been a sign of danger, and found none: it goes on as any other. */
export async function releaseRequest(ctx: Ctx, requestId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ requesterId: prayerRequesters.id })
    .from(prayerRequesters)
    .where(eq(prayerRequesters.requestId, requestId))
    .orderBy(prayerRequesters.id)
    .limit(1)
  if (row) await emit(ctx, prayerRequested, { requestId, requesterId: row.requesterId })
}
