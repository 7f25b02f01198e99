import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { churchOf } from '#public-page/service.ts'
import { crisisFound } from './events.ts'
import { answerTo, type Language } from './rules/answers.ts'
import type { SignKind, Source } from './rules/options.ts'
import { findSign } from './rules/signs.ts'
import { pageRound } from './service/paging.ts'
import { crisisAlerts } from './tables.ts'

export interface Written {
  text: string
  source: Exclude<Source, 'test'>
  sourceId: string
}
export interface CrisisFinding {
  kind: SignKind
  language: Language
  /** What the writer is told at once. */
  answer: string
}

/**
 * Looks for signs of danger in what someone wrote, and pages the people on call in the same transaction. Asked before
 * anything else answers; the caller keeps the words private and gives the answer.
 * @returns null where there is no sign
 */
export async function watchForCrisis(ctx: Ctx, { text, source, sourceId }: Written): Promise<CrisisFinding | null> {
  const sign = findSign(text)
  if (!sign) return null
  const [alert] = await ctx.db
    .insert(crisisAlerts)
    .values({ kind: sign.kind, source, sourceId })
    // The same words come in twice: one alert.
    .onConflictDoNothing()
    .returning({ id: crisisAlerts.id })
  if (alert) {
    await pageRound(ctx, alert.id, 0)
    await emit(ctx, crisisFound, { alertId: alert.id })
  }
  const church = (await churchOf(ctx))?.name ?? 'our team'
  return { ...sign, answer: answerTo(sign.kind, sign.language, { country: ctx.client.country, church }) }
}

/** Whether that was found to be a sign of danger. */
export const hasAlert = async (ctx: Ctx, { source, sourceId }: Omit<Written, 'text'>): Promise<boolean> =>
  (await ctx.db.$count(crisisAlerts, and(eq(crisisAlerts.source, source), eq(crisisAlerts.sourceId, sourceId)))) > 0
