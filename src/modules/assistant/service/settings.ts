import { eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { chosenModel } from '#language-models/service.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import { isOpen } from '#telephony/rules/hours.ts'
import type { Settings, SettingsChange } from '../contract.ts'
import { THRESHOLD, TURNS, WAIT } from '../rules/options.ts'
import type { Checked } from '../rules/settings.ts'
import { assistantSettings, evaluationCases } from '../tables.ts'
import { evaluateDraft } from '../tasks.ts'
import { createDefaults } from './defaults.ts'

type Row = typeof assistantSettings.$inferSelect

const usual: Pick<
  Row,
  | 'enabled'
  | 'enabledAt'
  | 'waitSeconds'
  | 'autoRespond'
  | 'askRating'
  | 'draft'
  | 'draftState'
  | 'draftResults'
  | 'version'
> &
  Checked = {
  enabled: false,
  enabledAt: null,
  autoRespond: true,
  escalateComplex: true,
  threshold: THRESHOLD,
  belowThreshold: 'handoff',
  doctrine: 'documents',
  maxTurns: TURNS.usual,
  waitSeconds: WAIT.usual,
  useModel: false,
  askRating: true,
  draft: null,
  draftState: 'none',
  draftResults: [],
  version: 0,
}

export type Working = Pick<Row, 'enabled' | 'autoRespond' | 'waitSeconds' | 'askRating'> & Checked

export async function readSettings(ctx: Ctx): Promise<Working> {
  const [row] = await ctx.db.select().from(assistantSettings)
  return row ?? usual
}

/** Whether the assistant of this church is switched on. */
export const isEnabled = async (ctx: Ctx): Promise<boolean> => (await readSettings(ctx)).enabled

export const toChecked = (one: Checked): Checked => {
  const { threshold, belowThreshold, escalateComplex, doctrine, maxTurns, useModel } = one
  return { threshold, belowThreshold, escalateComplex, doctrine, maxTurns, useModel }
}

export async function readSettingsPage(ctx: Ctx): Promise<Settings> {
  const [row] = await ctx.db.select().from(assistantSettings)
  const { enabled, enabledAt, autoRespond, waitSeconds, askRating, draft, draftState, draftResults, version } =
    row ?? usual
  return {
    enabled,
    enabledAt,
    autoRespond,
    waitSeconds,
    askRating,
    ...toChecked(row ?? usual),
    version,
    draft,
    draftState,
    failures: draftResults.filter(({ passed }) => !passed),
    cases: await ctx.db.$count(evaluationCases),
    model: await modelOf(ctx),
  }
}

async function modelOf(ctx: Ctx) {
  const { label, isReady } = await chosenModel(ctx)
  return { label, isReady }
}

/** What decides answers waits for the test questions; without any, it goes live at once. */
export async function saveSettings(ctx: Ctx, { version, ...wanted }: SettingsChange): Promise<Settings> {
  const { autoRespond, waitSeconds, askRating } = wanted
  const checked = toChecked(wanted)
  const before = toChecked(await readSettings(ctx))
  const isSame = JSON.stringify(before) === JSON.stringify(checked)
  const waits = !isSame && (await ctx.db.$count(evaluationCases)) > 0
  const values = {
    autoRespond,
    waitSeconds,
    askRating,
    ...(waits
      ? { draft: checked, draftState: 'checking' as const, draftResults: [], draftBy: userOf(ctx) }
      : { ...checked, draft: null, draftState: 'none' as const, draftResults: [] }),
  }
  const rows = version
    ? await ctx.db.update(assistantSettings).set(values).where(eq(assistantSettings.version, version)).returning()
    : await ctx.db.insert(assistantSettings).values(values).onConflictDoNothing().returning()
  if (rows.length === 0) throw new Failure('CONFLICT')
  if (waits) await enqueue(ctx, evaluateDraft, { version: rows[0]!.version })
  announce(ctx, 'assistant')
  return readSettingsPage(ctx)
}

/** Settings that did not pass are forgotten; what was live stays live. */
export async function discardDraft(ctx: Ctx): Promise<Settings> {
  await ctx.db.update(assistantSettings).set({ draft: null, draftState: 'none', draftResults: [] })
  announce(ctx, 'assistant')
  return readSettingsPage(ctx)
}

/** The first time by an owner, who has read what it will do; from then on by anyone with the permission, at once. */
export async function setEnabled(ctx: Ctx, { enabled }: { enabled: boolean }): Promise<Settings> {
  const [before] = await ctx.db.select({ enabledAt: assistantSettings.enabledAt }).from(assistantSettings)
  const isOwner = ctx.actor.type === 'member' && ctx.actor.role === 'owner' && !ctx.actor.key
  if (enabled && !before?.enabledAt && !isOwner)
    throw new Failure('FORBIDDEN', 'An owner switches the assistant on for the first time.')
  if (enabled) await createDefaults(ctx)
  const values = { enabled, ...(enabled && { enabledBy: userOf(ctx), enabledAt: clock.now() }) }
  await ctx.db
    .insert(assistantSettings)
    .values(values)
    .onConflictDoUpdate({ target: assistantSettings.clientId, set: { ...values, clientId: sql`excluded.client_id` } })
  announce(ctx, 'assistant')
  return readSettingsPage(ctx)
}

/** By the office hours that calls follow; closed where none are set. */
export async function isOfficeOpen(ctx: Ctx): Promise<boolean> {
  const account = await accountRow(ctx)
  const now = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  return Boolean(account && isOpen(account.officeHours, now.weekday, now.toFormat('HH:mm')))
}
