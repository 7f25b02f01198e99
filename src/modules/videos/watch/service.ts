import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { givingPageOf } from '#donations/giving/service.ts'
import { forms } from '#forms/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { churchOf } from '#public-page/service.ts'
import { explainUnknown, parsePassages } from '#scripture/rules/parsing.ts'
import { readPassages } from '#scripture/service/reading.ts'
import { publicNotes } from '#sermons/service.ts'
import { videoCaptions } from '../captions/tables.ts'
import type { Playback } from '../contract.ts'
import { isPublicId } from '../delivery/rules.ts'
import { rowByPublicId, thumbnailOf } from '../delivery/service/playback.ts'
import { watchPath } from '../rules/options.ts'
import { onVerses, searched } from '../service/list.ts'
import { videoPeople, videos } from '../tables.ts'
import { type Archived, type Asked, type Listed, transcriptOf, type Watched } from './rules.ts'

type Row = typeof videos.$inferSelect
const PAGE = 24
const visitor = { kind: 'visitor' } as const

/** By its title where it is public, else by its public id. Who may watch it is asked separately. */
export async function videoAt(ctx: Ctx, address: string): Promise<Row | undefined> {
  const [row] = await ctx.db
    .select()
    .from(videos)
    .where(and(eq(videos.slug, address), eq(videos.visibility, 'public'), isNull(videos.deletedAt)))
  if (row) return row
  const other = isPublicId(address) ? await rowByPublicId(ctx, address) : undefined
  return other?.clientId === ctx.client.id && !other.deletedAt ? other : undefined
}

const toListed = (row: Row): Listed => ({ ...row, thumbnail: thumbnailOf(row, visitor) })

interface Shown {
  church: string
  row: Row
  playback: Playback
  /** seconds */
  start: number
  share: string | undefined
}

/** Where a player asks for new addresses: those it has end after an hour. */
export const refreshPath = (church: string, publicId: string, share?: string): string =>
  `/watch/${church}/${publicId}/playback${share ? `?share=${encodeURIComponent(share)}` : ''}`

/** Everything on the page beside the film. */
export async function watched(ctx: Ctx, { church, row, playback, start, share }: Shown): Promise<Watched> {
  const isOpen = row.visibility !== 'private'
  const page = `${env.publicUrl}${watchPath(church, row)}`
  return {
    church,
    video: { ...toListed(row), description: row.description, downloadable: row.downloadable },
    playback,
    refresh: refreshPath(church, row.publicId, share),
    start,
    transcript: await transcript(ctx, row.id),
    passages: await passagesOf(ctx, row.passage),
    notes: row.sermonId ? await publicNotes(ctx, row.sermonId) : [],
    links: await linksOf(ctx, church),
    next: isOpen ? await nextInSeries(ctx, row) : [],
    ...(isOpen && { page }),
    ...(row.visibility === 'public' && { schema: await schemaOf(ctx, row, playback, page) }),
  }
}

async function transcript(ctx: Ctx, videoId: string) {
  const [captions] = await ctx.db
    .select({ cues: videoCaptions.cues })
    .from(videoCaptions)
    .where(eq(videoCaptions.videoId, videoId))
    .orderBy(videoCaptions.id)
    .limit(1)
  return transcriptOf(captions?.cues ?? [])
}

/** Word for word from the World English Bible, which everyone may show. */
async function passagesOf(ctx: Ctx, passage: string): Promise<Watched['passages']> {
  const found = await readPassages(ctx, parsePassages(passage).slice(0, 3), 'web')
  return found.filter(({ verses }) => verses.length > 0).map(one => ({ ...one, verses: one.verses.slice(0, 40) }))
}

/** To a connect card and a giving page where the church has them, and to prayer. */
async function linksOf(ctx: Ctx, church: string): Promise<Watched['links']> {
  const [card] = await ctx.db
    .select({ slug: forms.slug })
    .from(forms)
    .where(and(eq(forms.template, 'connect'), eq(forms.live, true), isNull(forms.deletedAt)))
    .orderBy(forms.id)
    .limit(1)
  const giving = await givingPageOf(ctx, null)
  return [
    ...(card ? [{ href: `/f/${card.slug}`, text: 'Fill in a connect card' }] : []),
    ...(giving ? [{ href: `/give/${church}${giving.path}`, text: 'Give' }] : []),
    { href: `/pray/${church}`, text: 'Ask for prayer' },
  ]
}

const listed = and(eq(videos.visibility, 'public'), eq(videos.state, 'ready'), isNull(videos.deletedAt))
const newest = [sql`${videos.preachedOn} desc nulls last`, desc(videos.id)]

async function nextInSeries(ctx: Ctx, { id, series }: Row): Promise<Listed[]> {
  if (!series) return []
  const rows = await ctx.db
    .select()
    .from(videos)
    .where(and(listed, eq(videos.series, series), ne(videos.id, id)))
    .orderBy(...newest)
    .limit(4)
  return rows.map(toListed)
}

/** https://schema.org/VideoObject, as search engines read it. */
async function schemaOf(ctx: Ctx, row: Row, playback: Playback, page: string): Promise<object> {
  const absolute = (path: string | null | undefined) => (path ? `${env.publicUrl}${path}` : undefined)
  const seconds = Math.round((row.durationMs ?? 0) / 1_000)
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: row.title,
    description: row.description || row.title,
    uploadDate: row.createdAt.toISOString(),
    thumbnailUrl: absolute(playback.poster),
    contentUrl: absolute(playback.source?.address),
    url: page,
    ...(seconds > 0 && { duration: `PT${seconds}S` }),
    publisher: { '@type': 'Organization', name: (await churchOf(ctx))?.name },
  }
}

/** What is public, found by words, verses, series, speaker and year. What can't be understood is said. */
export async function archive(ctx: Ctx, church: string, asked: Asked, before: string): Promise<Archived> {
  const isUnknown = asked.passage !== '' && parsePassages(asked.passage).length === 0
  const problem = isUnknown
    ? (explainUnknown(asked.passage) ?? 'Enter a Bible passage such as John 3:16-21.')
    : /^(|\d{4})$/.test(asked.year)
      ? ''
      : 'Choose a year.'
  const offset = /^\d{1,4}$/.test(before) ? Number(before) : 0
  const rows = problem ? [] : await page(ctx, asked, offset)
  const older = new URLSearchParams(Object.entries(asked).filter(([, value]) => value))
  older.set('from', String(offset + PAGE))
  return {
    church,
    items: rows.slice(0, PAGE).map(toListed),
    asked,
    problem,
    older: rows.length > PAGE ? `/watch/${church}?${older}` : null,
    ...(await choices(ctx)),
  }
}

function page(ctx: Ctx, { q, series, speaker, passage, year }: Asked, offset: number): Promise<Row[]> {
  const wanted: (SQL | undefined)[] = [
    q ? searched(ctx, q) : undefined,
    series ? eq(videos.series, series) : undefined,
    speaker ? eq(videos.speaker, speaker) : undefined,
    passage ? onVerses(ctx, passage) : undefined,
    year ? sql`${videos.preachedOn} between ${`${year}-01-01`} and ${`${year}-12-31`}` : undefined,
  ]
  return ctx.db
    .select()
    .from(videos)
    .where(and(listed, ...wanted))
    .orderBy(...newest)
    .limit(PAGE + 1)
    .offset(offset)
}

/** What can be chosen, of what is there. */
async function choices(ctx: Ctx): Promise<Pick<Archived, 'series' | 'speakers' | 'years'>> {
  const distinct = async (column: SQL): Promise<string[]> => {
    const rows = await ctx.db
      .selectDistinct({ value: sql<string>`${column}` })
      .from(videos)
      .where(and(listed, sql`${column} <> ''`))
      .orderBy(sql`1`)
      .limit(200)
    return rows.map(({ value }) => value)
  }
  return {
    series: await distinct(sql`${videos.series}`),
    speakers: await distinct(sql`${videos.speaker}`),
    years: (await distinct(sql`to_char(${videos.preachedOn}, 'YYYY')`)).toReversed(),
  }
}

/** Private videos that someone was chosen for. */
export async function videosFor(ctx: Ctx, personId: string): Promise<Listed[]> {
  const rows = await ctx.db
    .select({ video: videos })
    .from(videoPeople)
    .innerJoin(videos, eq(videos.id, videoPeople.videoId))
    .where(
      and(
        eq(videoPeople.personId, personId),
        eq(videos.visibility, 'private'),
        eq(videos.state, 'ready'),
        isNull(videos.deletedAt),
      ),
    )
    .orderBy(desc(videos.createdAt))
    .limit(200)
  return rows.map(({ video }) => ({ ...video, thumbnail: thumbnailOf(video, { kind: 'person', id: personId }) }))
}
