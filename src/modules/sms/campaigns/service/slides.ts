import { and, eq, isNull, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { plainQr } from '#links/drawing/service.ts'
import { textCarrierOf } from '#messaging/carrier/service.ts'
import type { SmsSlide } from '../../keywords/contract.ts'
import { readable } from '../../rules/numbers.ts'
import { smsKeywords, smsKeywordUses } from '../../tables.ts'

/** What stands on the wall on Sunday: the word, our number, a code for both, and how many have joined today. */
export async function pollSlide(ctx: Ctx, { id }: { id: string }): Promise<SmsSlide> {
  const [keyword] = await ctx.db
    .select()
    .from(smsKeywords)
    .where(and(eq(smsKeywords.id, id), isNull(smsKeywords.deletedAt)))
  const { word } = found(keyword, 'Keyword')
  const number = (await textCarrierOf(ctx)).senders[0]?.number
  const midnight = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).startOf('day').toJSDate()
  const { rows } = await ctx.db.execute<{ today: number }>(sql`
    select count(distinct u.number)::int as today from ${smsKeywordUses} u
      join messages m on m.client_id = u.client_id and m.id = u.message_id
    where u.keyword_id = ${id} and m.sent_at >= ${midnight.toISOString()}`)
  // RFC 5724: the phone's own texts open with both filled in.
  const svg = number && (await plainQr(`sms:${number}?body=${word}`))
  return {
    word,
    today: rows[0]!.today,
    number: number ? readable(number) : null,
    qr: svg ? `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` : null,
  }
}
