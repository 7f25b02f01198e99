import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { textPdfOf } from '#documents/service/text-pdf.ts'
import { clock } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Filter } from '../contract.ts'
import { statusNames, visibilityNames } from '../rules/options.ts'
import { prayerRequests, prayers } from '../tables.ts'
import { filterCondition, selectRows, sortColumns, today } from './request-queries.ts'

type Wanted = Omit<Filter, 'cursor' | 'limit'>
const MOST = 2_000
const LARGE = 1.5

const rowsOf = (ctx: Ctx, { sort, ...filter }: Wanted) =>
  selectRows(ctx)
    .where(filterCondition(ctx, filter))
    .orderBy(...sortColumns(sort))
    .limit(MOST)

/** Names only: addresses and numbers stay here. */
export async function exportCsv(ctx: Ctx, wanted: Wanted) {
  const rows = await rowsOf(ctx, wanted)
  const csv = csvFile(
    ['Date', 'Name', 'Request', 'Category', 'Status', 'Who may read it', 'Prayers', 'Urgent'],
    rows.map(row => [
      row.createdAt,
      row.name,
      row.request,
      row.category,
      statusNames[row.status],
      visibilityNames[row.visibility],
      row.prayerCount,
      row.isUrgent ? 'yes' : 'no',
    ]),
  )
  return { csv }
}

/** In large type, for a prayer meeting: what the reader may see. */
export async function printRequests(ctx: Ctx, wanted: Wanted) {
  const rows = await rowsOf(ctx, wanted)
  const content = [
    { kind: 'title' as const, text: 'Prayer requests' },
    ...rows.flatMap(row => [
      { kind: 'heading' as const, text: [row.name ?? 'Anonymous', row.category].join(' · ') },
      { kind: 'paragraph' as const, text: row.request },
    ]),
  ]
  const bytes = await textPdfOf(content, { title: 'Prayer requests', at: clock.now(), scale: LARGE })
  return { name: `prayer-requests-${today(ctx)}.pdf`, base64: bytes.toString('base64') }
}

/** Answered prayers with words that may be shared, and how often was prayed. */
export async function readYear(ctx: Ctx, { year: wanted }: { year: number }) {
  const from = DateTime.fromObject({ year: wanted }, { zone: ctx.client.timeZone }).toJSDate()
  const to = DateTime.fromObject({ year: wanted + 1 }, { zone: ctx.client.timeZone }).toJSDate()
  const within = and(gte(prayerRequests.createdAt, from), lt(prayerRequests.createdAt, to))
  const requests = await ctx.db.$count(prayerRequests, within)
  const counted = await ctx.db.$count(
    prayers,
    and(gte(prayers.day, sql`${`${wanted}-01-01`}`), lt(prayers.day, sql`${`${wanted + 1}-01-01`}`)),
  )
  const items = await ctx.db
    .select({
      id: prayerRequests.id,
      request: prayerRequests.body,
      testimony: prayerRequests.testimonyBody,
      answeredAt: sql<Date>`${prayerRequests.answeredAt}`.mapWith(prayerRequests.answeredAt),
    })
    .from(prayerRequests)
    .where(
      and(
        eq(prayerRequests.status, 'answered'),
        isNull(prayerRequests.erasedAt),
        gte(prayerRequests.answeredAt, from),
        lt(prayerRequests.answeredAt, to),
      ),
    )
    .orderBy(desc(prayerRequests.answeredAt), asc(prayerRequests.id))
    .limit(500)
  return { requests, prayers: counted, items }
}
