import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { addDays } from '#church-year/rules/dates.ts'
import { textPdfOf } from '#documents/service/text-pdf.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { churchOf } from '#public-page/service.ts'
import type { FileInput, Range } from '../contract.ts'
import { calendarFile, type Printable, tableFile } from '../rules/files.ts'
import { sourceNames, typeNames } from '../rules/options.ts'
import { contentEntries, contentFeeds } from '../tables.ts'
import { settingsOf, todayOf } from './settings.ts'
import { itemsIn } from './sources.ts'

/** What does not change is stamped with the day on which the rules of the church's year were stored here. */
const RULES_SINCE = new Date('2026-01-01T00:00:00Z')

async function printableIn(ctx: Ctx, range: Range): Promise<Printable[]> {
  const items = await itemsIn(ctx, range, await settingsOf(ctx))
  const ids = items.flatMap(({ entryId }) => entryId ?? [])
  const rows = ids.length > 0 ? await ctx.db.select().from(contentEntries).where(inArray(contentEntries.id, ids)) : []
  const byId = new Map(rows.map(row => [row.id, row]))
  return items.map(({ key, title, date, endDate, type, source, entryId }) => {
    const row = entryId ? byId.get(entryId) : undefined
    return {
      key,
      title,
      date,
      endDate,
      type: typeNames[type],
      source: sourceNames[source],
      description: row?.description ?? '',
      verses: row?.bibleVerses ?? [],
      updatedAt: row?.updatedAt ?? RULES_SINCE,
    }
  })
}

const nameOf = async (ctx: Ctx) => `${(await churchOf(ctx))?.name ?? ''} content calendar`.trim()

export async function file(ctx: Ctx, { from, to, format }: FileInput) {
  const items = await printableIn(ctx, { from, to })
  const name = `content-calendar-${from}-${to}.${format}`
  const answer = (type: string, bytes: Buffer) => ({ name, type, base64: bytes.toString('base64') })
  if (format === 'ics')
    return answer('text/calendar; charset=utf-8', Buffer.from(calendarFile(await nameOf(ctx), items)))
  if (format === 'csv') return answer('text/csv; charset=utf-8', Buffer.from(tableFile(items)))
  const title = await nameOf(ctx)
  const content = [
    { kind: 'title' as const, text: title },
    { kind: 'subtitle' as const, text: `${from} to ${to}` },
    ...items.map(one => ({ kind: 'item' as const, text: `${one.date}  ${one.title} (${one.source})` })),
  ]
  return answer('application/pdf', await textPdfOf(content, { title, at: clock.now() }))
}

export async function feeds(ctx: Ctx) {
  const items = await ctx.db
    .select({ id: contentFeeds.id, name: contentFeeds.name, createdAt: contentFeeds.createdAt })
    .from(contentFeeds)
    .where(isNull(contentFeeds.revokedAt))
    .orderBy(desc(contentFeeds.id))
    .limit(50)
  return { items }
}

/** The address is answered this once. */
export async function subscribe(ctx: Ctx, { name }: { name: string }) {
  const token = newToken()
  const [row] = await ctx.db
    .insert(contentFeeds)
    .values({ name, hash: digest(token), createdBy: userOf(ctx)! })
    .returning()
  announce(ctx, 'content-calendar')
  return { id: row!.id, name, createdAt: row!.createdAt, address: `${env.publicUrl}/calendar/content/${token}.ics` }
}

/** From the next request on the address leads nowhere. */
export async function revoke(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(contentFeeds)
    .set({ revokedAt: clock.now() })
    .where(and(eq(contentFeeds.id, id), isNull(contentFeeds.revokedAt)))
    .returning({ id: contentFeeds.id })
  found(row, 'Link')
  announce(ctx, 'content-calendar')
  return {}
}

/** Whose calendar an address shows; undefined for one that was revoked or never was. */
export async function accountOfFeed(db: Db, token: string): Promise<{ clientId: string; id: string } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return
  const [row] = await db
    .select({ clientId: contentFeeds.clientId, id: contentFeeds.id })
    .from(contentFeeds)
    .where(and(eq(contentFeeds.hash, digest(token)), isNull(contentFeeds.revokedAt)))
  return row
}

/** Half a year back and a year and a half ahead, for a visitor: campaigns and forms are not on it. */
export async function feedContent(ctx: Ctx, id: string): Promise<string> {
  await ctx.db
    .update(contentFeeds)
    .set({ reads: sql`${contentFeeds.reads} + 1`, version: sql`${contentFeeds.version}` })
    .where(eq(contentFeeds.id, id))
  const today = todayOf(ctx)
  const items = await printableIn(ctx, { from: addDays(today, -180), to: addDays(today, 540) })
  const open = new Set([sourceNames.entry, sourceNames['church-year'], sourceNames.sermon])
  return calendarFile(
    await nameOf(ctx),
    items.filter(({ source }) => open.has(source)),
  )
}
