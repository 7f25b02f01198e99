import { and, eq, isNull } from 'drizzle-orm'
import { activeMember, clients, members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { may } from '#kernel/permissions.ts'
import { sendMail } from '#messaging/service.ts'
import { notify } from '#notifications/service.ts'
import { people } from '#people/tables.ts'
import { signInLink } from '#portal/service/links.ts'
import { cardDeclinedMail, cardExpiringMail, newCardNeededMail } from '../../emails/recurring.ts'
import type { recurringGifts } from '../tables.ts'

type Row = typeof recurringGifts.$inferSelect

/** `retry`: on that day it is tried again. */
export type RecurringNews = { kind: 'retry'; on: string } | { kind: 'stopped' } | { kind: 'expiring' }

/** By email, with a link to their giving; amounts are left out, as the outbox is read by more people than gifts are. */
export async function notifyGiver(ctx: Ctx, row: Row, news: RecurringNews, dedupeKey: string): Promise<void> {
  const [person] = row.personId
    ? await ctx.db
        .select()
        .from(people)
        .where(and(eq(people.id, row.personId), isNull(people.deletedAt)))
    : []
  if (!person?.email) return
  const [client] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  const church = found(client, 'Account').name
  const to = { church, firstName: person.nickName || person.firstName, href: await signInLink(ctx, person.email) }
  const mail =
    news.kind === 'retry'
      ? cardDeclinedMail({ ...to, nextTry: inWords(ctx, news.on) })
      : news.kind === 'stopped'
        ? newCardNeededMail(to)
        : cardExpiringMail(to)
  const more = { toName: person.name, kind: 'recurring_gift', dedupeKey, senderName: church }
  await sendMail(ctx, { ...mail, to: person.email, ...more })
}

const inWords = (ctx: Ctx, day: string) =>
  new Intl.DateTimeFormat(ctx.client.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Those who keep the gifts hear that someone needs a call, also where a bank debit that had arrived came back; neither name nor amount leaves the list. */
export async function notifyTeam(ctx: Ctx, { id, nextOn }: Row, returnedGiftId?: string): Promise<void> {
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  const able = team.filter(({ role }) => may(role, 'giving.write')).map(({ userId }) => userId)
  await notify(ctx, able, {
    type: 'recurring-gift',
    ...(returnedGiftId
      ? {
          title: 'The bank returned a recurring gift',
          href: '/donations/recurring',
          body: 'It had arrived before. Please get in touch with the giver.',
          dedupeKey: `recurring-returned:${returnedGiftId}`,
        }
      : {
          title: 'A recurring gift needs a new card',
          href: '/donations/recurring?status=past_due',
          body: 'Its card was declined on every try. Please get in touch with the giver.',
          dedupeKey: `recurring-past-due:${id}:${nextOn}`,
        }),
  })
}
