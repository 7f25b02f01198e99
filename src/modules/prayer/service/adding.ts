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
import { folded } from '../rules/words.ts'
import { prayerConsents, prayerCounts, prayerRequesters, prayerRequests } from '../tables.ts'
import { expiryFrom, readSettings } from './settings.ts'

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
  const reading = sign ? 'staff' : visibility
  const stored = await ctx.db
    .insert(prayerRequests)
    .values({
      ...{ id, body: text, search: folded(text), source, visibility: reading, isAnonymous, isUrgent },
      category: categories.includes(arrival.category ?? '') ? arrival.category! : categories.at(-1)!,
      isPrivate: Boolean(sign) || (arrival.isPrivate ?? false),
      moderation: source === 'staff' || reading === 'staff' ? 'approved' : 'pending',
      notifyPrayed: arrival.notifyPrayed ?? false,
      expiresAt: await expiryFrom(ctx),
      ...{ lastActivityAt: clock.now(), createdAt: clock.now(), createdBy: userOf(ctx) },
    })
    .onConflictDoNothing()
  if (stored.rowCount === 0) return sign
  await ctx.db.insert(prayerCounts).values({ requestId: id })
  const requesterId = await addRequester(ctx, arrival)
  await ctx.db.insert(prayerConsents).values({
    ...{ requestId: id, visibility, wording: consentWords[visibility], how: arrival.consent, userId: userOf(ctx) },
  })
  await emit(ctx, prayerRequested, { requestId: id, requesterId })
  announce(ctx, 'prayer', id)
  return sign
}

async function addRequester(ctx: Ctx, { id: requestId, name = '', email = '', phone = '', personId }: Arrival) {
  const id = randomUUID()
  await ctx.db.insert(prayerRequesters).values({
    ...{ id, requestId, name, search: folded(name), personId: personId ?? null, createdAt: clock.now() },
    email: email ? normaliseEmail(email) : null,
    phone: phone ? normalisePhone(phone, ctx.client.country) : null,
  })
  return id
}

/** Whether a form that is sent again was stored before. */
export const isStored = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.$count(prayerRequests, eq(prayerRequests.id, id))) > 0
