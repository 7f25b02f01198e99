import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { calendarTypes } from '#calendar/tables.ts'
import { activeMember, clients, members } from '#clients/tables.ts'
import { addressLine } from '#email/rules/address.ts'
import { users } from '#identity/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import type { Block } from '#pages/rules/blocks.ts'
import { liveOf } from '#pages/service/live.ts'
import { helpArticles } from '#site/service/help-articles.ts'
import { hoursText } from '#telephony/rules/hours.ts'
import { knowledgeSources } from '../tables.ts'
import { indexSourceText } from './passage-index.ts'

interface Live {
  title: string
  body: string
  link?: string
}

/** Sources that follow what stands in the calendar and the profile; what is empty there is no source. */
export async function refreshLiveSources(ctx: Ctx): Promise<void> {
  const [church] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  if (!church) return
  const isOperator = church.house
  const found = isOperator ? helpSources() : await churchSources(ctx, church)
  const kind = isOperator ? ('help' as const) : ('live' as const)
  for (const { title, body, link = '' } of found) {
    const [row] = await ctx.db
      .insert(knowledgeSources)
      .values({ kind, title, body, link })
      .onConflictDoUpdate({
        target: [knowledgeSources.clientId, knowledgeSources.kind, knowledgeSources.title],
        targetWhere: sql`kind in ('live', 'help')`,
        set: { body, link },
        setWhere: sql`${knowledgeSources.body} <> ${body} or ${knowledgeSources.link} <> ${link}`,
      })
      .returning({ id: knowledgeSources.id, title: knowledgeSources.title })
    if (row) await indexSourceText(ctx, row.id, title, body)
  }
  const titles = found.map(({ title }) => title)
  await ctx.db
    .delete(knowledgeSources)
    .where(
      and(
        eq(knowledgeSources.kind, kind),
        titles.length > 0 ? sql`${knowledgeSources.title} <> all(${sql.param(titles)})` : undefined,
      ),
    )
}

const helpSources = (): Live[] =>
  helpArticles().map(({ slug, title, text }) => ({ title, body: text, link: `${env.publicUrl}/help/${slug}` }))

type Church = typeof clients.$inferSelect

async function churchSources(ctx: Ctx, church: Church): Promise<Live[]> {
  const blocks = [
    { type: 'serviceTimes', props: {} },
    { type: 'events', props: {} },
  ] as unknown as Block[]
  const { services, events } = await liveOf(ctx, blocks)
  const account = await accountRow(ctx)
  const address = addressLine(church.address)
  const hours = account ? hoursText(account.officeHours) : ''
  const contact = [address && `Our address is ${address}.`, hours && `Our office is open ${hours}.`].filter(Boolean)
  const all: Live[] = [
    {
      title: 'Service times',
      body: services
        .map(
          ({ day, times, title, place }) => `${title}: ${day} at ${times.join(' and ')}${place ? `, ${place}` : ''}.`,
        )
        .join('\n\n'),
    },
    {
      title: 'Upcoming events',
      body: events
        .map(
          ({ title, when, where, href }) =>
            `${title}: ${when}${where ? `, ${where}` : ''}. Sign up: ${env.publicUrl}${href}`,
        )
        .join('\n\n'),
    },
    { title: 'Address and office hours', body: contact.join(' ') },
    { title: 'Book an appointment', body: await bookingText(ctx, church.slug) },
    { title: 'Our team', body: await teamText(ctx) },
  ]
  return all.filter(({ body }) => body !== '')
}

/** Appointments that anyone may book. */
async function bookingText(ctx: Ctx, slug: string): Promise<string> {
  const rows = await ctx.db
    .select({ name: calendarTypes.name, slug: calendarTypes.slug })
    .from(calendarTypes)
    .where(
      and(
        eq(calendarTypes.visibility, 'public'),
        eq(calendarTypes.isActive, true),
        eq(calendarTypes.isConfidential, false),
        sql`${calendarTypes.assignment} <> 'seats'`,
        isNull(calendarTypes.deletedAt),
      ),
    )
    .orderBy(asc(calendarTypes.name))
    .limit(20)
  return rows.map(one => `You can book “${one.name}” here: ${env.publicUrl}/book/${slug}/${one.slug}`).join('\n\n')
}

/** Pastors and staff by name, without addresses. */
async function teamText(ctx: Ctx): Promise<string> {
  const rows = await ctx.db
    .select({ name: users.name, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(activeMember, inArray(members.role, ['pastor'])))
    .orderBy(asc(users.name))
    .limit(20)
  return rows
    .filter(({ name }) => name)
    .map(({ name }) => `${name} is a pastor here.`)
    .join(' ')
}
