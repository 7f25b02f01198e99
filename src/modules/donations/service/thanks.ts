import { and, eq, inArray, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { sendMail } from '#messaging/service.ts'
import { people } from '#people/tables.ts'
import type { NewThanks } from '../contract.ts'
import { thanksMail } from '../emails/thanks.ts'
import { countedStatuses } from '../rules/states.ts'
import { fillThanks } from '../rules/thanks.ts'
import { gifts, giftThanks } from '../tables.ts'
import { linesByGift } from './gift-queries.ts'

/** A second thank-you within this time asks first. */
const RECENT = hours(24)

async function giftsToThank(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .select()
    .from(gifts)
    .where(inArray(gifts.id, [...new Set(ids)]))
    .orderBy(gifts.id)
    // Two who thank at once: the second finds what the first sent.
    .for('update')
  if (rows.length === 0) throw new Failure('NOT_FOUND')
  const persons = rows.flatMap(({ personId }) => personId ?? [])
  const known = persons.length ? await ctx.db.select().from(people).where(inArray(people.id, persons)) : []
  const byId = new Map(known.map(person => [person.id, person]))
  return rows.map(gift => ({ gift, person: gift.personId ? byId.get(gift.personId) : undefined }))
}

type Gift = typeof gifts.$inferSelect
/** Under what a gift is counted that is not thanked for. */
function skipReason(gift: Gift, person: { email: string | null } | undefined, again: boolean) {
  if (!countedStatuses.includes(gift.status)) return 'notAllowed'
  if (!again && gift.thankedAt && clock.ms() - gift.thankedAt.getTime() < RECENT) return 'recent'
  return person?.email ? undefined : 'withoutAddress'
}

/** Thanks donors by email: each gift once in 24 hours unless `again`. `recent`: gifts that were left out for that. */
export async function sendThanks(ctx: Ctx, { ids, subject, text, again }: NewThanks) {
  const result = { sent: 0, withoutAddress: 0, notAllowed: 0, recent: [] as string[] }
  const [account] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  const church = found(account, 'Account').name
  const lines = await linesByGift(ctx, ids)
  for (const { gift, person } of await giftsToThank(ctx, ids)) {
    const not = skipReason(gift, person, again)
    if (not) {
      if (not === 'recent') result.recent.push(gift.id)
      else result[not]++
      continue
    }
    const own = lines.get(gift.id) ?? []
    const names = (of: (string | null)[]) => [...new Set(of.filter(Boolean))].join(', ')
    const values = {
      firstName: person!.nickName || person!.firstName,
      name: person!.name,
      churchName: church,
      date: new Intl.DateTimeFormat(ctx.client.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(`${gift.receivedOn}T00:00:00Z`),
      ),
      fund: names(own.map(line => line.campaign ?? line.fund)),
      campaign: names(own.map(line => line.campaign)),
    }
    const mail = thanksMail({ subject: fillThanks(subject, values), text: fillThanks(text, values), church })
    const [before] = await ctx.db
      .select({ count: sql<number>`count(*)::int` })
      .from(giftThanks)
      .where(and(eq(giftThanks.giftId, gift.id)))
    const dedupeKey = `gift-thanks:${gift.id}:${before!.count}`
    const written = await sendMail(ctx, {
      ...mail,
      to: person!.email!,
      toName: person!.name,
      kind: 'gift_thanks',
      dedupeKey,
    })
    if (written.state === 'skipped') {
      result.notAllowed++
      continue
    }
    result.sent++
    await ctx.db.insert(giftThanks).values({
      giftId: gift.id,
      subject: mail.subject,
      messageId: written.id ?? null,
      sentBy: userOf(ctx),
      createdAt: clock.now(),
    })
    await ctx.db.update(gifts).set({ thankedAt: clock.now() }).where(eq(gifts.id, gift.id))
    announce(ctx, 'gifts', gift.id)
  }
  return result
}
