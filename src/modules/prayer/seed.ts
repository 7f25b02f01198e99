import { randomUUID } from 'node:crypto'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { withEveryRight } from '#kernel/rights.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { personById } from '#people/service.ts'
import demo from './data/demo.json' with { type: 'json' }
import { consentWords, EXPIRY_DAYS, type Moderation, type Status, type Visibility } from './rules/options.ts'
import { foldText } from './rules/words.ts'
import { prayerConsents, prayerCounts, prayerHistory, prayerRequesters, prayerRequests } from './tables.ts'

interface Row {
  text: string
  category: string
  visibility: Visibility
  status: Status
  days: number
  prayers: number
  urgent?: boolean
  anonymous?: boolean
  testimony?: string
  moderation?: Moderation
}

/** Requests of the last months, some answered, two waiting for approval. */
export async function seedPrayer(ctx: Ctx, { personIds }: Demo): Promise<void> {
  const known = await Promise.all(personIds.slice(0, demo.length).map(id => personById(ctx, id)))
  await withEveryRight(ctx, 'prayer', async all => {
    for (const [at, row] of (demo as Row[]).entries()) {
      const person = known[at % known.length]!
      const id = randomUUID()
      const createdAt = new Date(clock.ms() - days(row.days) - hours(2 + at / 10))
      await all.db.insert(prayerRequests).values({
        id,
        body: row.text,
        search: foldText(row.text),
        category: row.category,
        visibility: row.visibility,
        status: row.status,
        moderation: row.moderation ?? 'approved',
        isUrgent: row.urgent ?? false,
        isAnonymous: row.anonymous ?? false,
        source: at % 3 === 0 ? 'staff' : 'form',
        testimonyBody: row.testimony ?? '',
        testimonyShared: Boolean(row.testimony),
        createdAt,
        lastActivityAt: clock.now(),
        expiresAt: new Date(clock.ms() + days(EXPIRY_DAYS)),
        ...(row.status === 'answered' && { answeredAt: new Date(createdAt.getTime() + days(row.days / 2)) }),
      })
      await all.db
        .insert(prayerCounts)
        .values({ requestId: id, total: row.prayers, lastAt: row.prayers ? clock.now() : null })
      await all.db.insert(prayerRequesters).values({
        requestId: id,
        name: person.name,
        search: foldText(person.name),
        email: person.email,
        personId: person.id,
      })
      await all.db
        .insert(prayerConsents)
        .values({ requestId: id, visibility: row.visibility, wording: consentWords[row.visibility], how: 'form' })
      if (row.status !== 'new')
        await all.db.insert(prayerHistory).values({
          requestId: id,
          fromState: 'new',
          toState: row.status,
          createdAt: new Date(createdAt.getTime() + hours(5)),
        })
    }
  })
}
