import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { churchOf } from '#public-page/service.ts'
import { crisisFound } from './events.ts'
import { answerTo, type Language } from './rules/answers.ts'
import { readDanger } from './rules/danger.ts'
import type { Level, SignKind, Source } from './rules/options.ts'
import { notifyOfLook, pageRound } from './service/paging.ts'
import { crisisAlerts } from './tables.ts'

export interface Written {
  text: string
  source: Exclude<Source, 'test'>
  sourceId: string
}
export interface CrisisFinding {
  /** page: the caller keeps the words private and gives the answer. look: it sends nothing and lets nothing automatic follow. */
  level: Level
  kind: SignKind
  language: Language
  /** What the writer is told at once; empty where it is a look. */
  answer: string
}

/**
 * Looks for signs of danger in what someone wrote, and pages the people on call in the same transaction, or asks those
 * who may read it to look. Asked before anything else answers.
 * @returns null where there is no sign, or where someone has read these words and found none
 */
export async function watchForCrisis(ctx: Ctx, { text, source, sourceId }: Written): Promise<CrisisFinding | null> {
  const danger = readDanger(text)
  if (!danger) return null
  const { level, kind, language } = danger
  if (level === 'look' && (await isCleared(ctx, sourceId))) return null
  const [alert] = await ctx.db
    .insert(crisisAlerts)
    .values({ kind, level, source, sourceId })
    // The same words come in twice: one alert.
    .onConflictDoNothing()
    .returning({ id: crisisAlerts.id })
  if (alert && level === 'look') await notifyOfLook(ctx, alert.id, 'first')
  if (level === 'look') return { ...danger, answer: '' }
  if (alert) {
    await pageRound(ctx, alert.id, 0)
    await emit(ctx, crisisFound, { alertId: alert.id })
  }
  const church = (await churchOf(ctx))?.name ?? 'our team'
  return { ...danger, answer: answerTo(kind, language, { country: ctx.client.country, church }) }
}

/** What would be answered to these words, without telling anyone; null where there is no sign. */
export async function previewCrisisAnswer(ctx: Ctx, text: string): Promise<Omit<CrisisFinding, 'kind'> | null> {
  const danger = readDanger(text)
  if (!danger) return null
  const { level, kind, language } = danger
  const church = (await churchOf(ctx))?.name ?? 'our team'
  const answer = level === 'page' ? answerTo(kind, language, { country: ctx.client.country, church }) : ''
  return { level, language, answer }
}

const isCleared = async (ctx: Ctx, sourceId: string): Promise<boolean> =>
  (await ctx.db.$count(crisisAlerts, and(eq(crisisAlerts.sourceId, sourceId), eq(crisisAlerts.falseAlarm, true)))) > 0

/** How urgent the alert about those words is; null where there is none. */
export async function alertLevelOf(ctx: Ctx, { source, sourceId }: Omit<Written, 'text'>): Promise<Level | null> {
  const [row] = await ctx.db
    .select({ level: crisisAlerts.level })
    .from(crisisAlerts)
    .where(and(eq(crisisAlerts.source, source), eq(crisisAlerts.sourceId, sourceId)))
  return row?.level ?? null
}
