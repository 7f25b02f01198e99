import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { type CallTurn, logStep, savePosition } from '../../calls/service/call-log.ts'
import type { MenuKey } from '../../rules/ivr.ts'
import { gather, response } from '../../rules/twiml.ts'
import { voiceMenus } from '../../tables.ts'
import { webhookUrl } from '../../webhooks/service/webhook-urls.ts'

type Fields = Record<string, string>
type Menu = typeof voiceMenus.$inferSelect

/** After so many keys it is enough: nobody is led in a circle for ever. */
const MOST_TURNS = 20
const TRIES = 2

export async function findMenu(ctx: Ctx, id: string | undefined): Promise<Menu | undefined> {
  const [row] = id ? await ctx.db.select().from(voiceMenus).where(eq(voiceMenus.id, id)) : []
  return row
}

interface Heard {
  menuId: string
  why: string
  /** Said before the menu. */
  first?: string
  tries?: number
}

/** Says a menu and waits for a key; undefined where there is no such menu any more. */
export async function playMenu(
  ctx: Ctx,
  way: CallTurn,
  { menuId, why, first, tries = 0 }: Heard,
): Promise<string | undefined> {
  const menu = await findMenu(ctx, menuId)
  if (!menu) return
  await logStep(ctx, way, why ? `${why}heard “${menu.name}”` : `Heard “${menu.name}”`)
  await savePosition(ctx, way.callId, { stage: first === undefined ? 'menu' : 'told' })
  const said = [...(first ? [first] : []), menu.greeting].map(text => ({ text, language: menu.language }))
  const next = { step: 'key', m: menu.id, tries: String(tries), turn: String(way.turn + 1) }
  return response(gather(said, webhookUrl(ctx, 'voice', next)))
}

/** What a pressed key asks for. */
export type KeyAction =
  | { answer: string }
  | { does: 'forward'; to: string; why: string }
  | { does: 'voicemail'; userId?: string; why: string; language?: string }

/** A key was pressed, or none in time. */
export async function handleKeyPress(ctx: Ctx, way: CallTurn, payload: Fields, query: Fields): Promise<KeyAction> {
  const menu = await findMenu(ctx, query.m)
  if (!menu) return { does: 'voicemail', why: 'Menu deleted: ' }
  const { Digits: digit = '' } = payload
  const key = menu.keys.find(one => one.key === digit)
  const { language } = menu
  if (!key) return wrong(ctx, way, menu, { digit, tries: Number(query.tries) || 0 })
  const why = `Pressed ${key.key}, ${key.label}: `
  if (way.turn > MOST_TURNS) return givenUp(menu, why)
  if (key.does === 'forward') return { does: 'forward', to: key.to!, why }
  if (key.does === 'voicemail') return { does: 'voicemail', why, language, ...(key.userId && { userId: key.userId }) }
  const answer = await playMenu(ctx, way, { ...leadingOn(menu, key), why })
  return answer ? { answer } : { does: 'voicemail', why: `${why}menu deleted: `, language }
}

const leadingOn = (menu: Menu, key: MenuKey) =>
  key.does === 'menu' ? { menuId: key.menuId! } : { menuId: menu.id, ...(key.does === 'say' && { first: key.text! }) }

interface Missed {
  digit: string
  tries: number
}

/** Once it is said again, the second time the call goes where the menu says. */
async function wrong(ctx: Ctx, way: CallTurn, menu: Menu, { digit, tries }: Missed): Promise<KeyAction> {
  const what = digit ? `Pressed ${digit}, which has no action` : 'Pressed nothing'
  if (tries + 1 >= TRIES || way.turn > MOST_TURNS) return givenUp(menu, `${what}, twice: `)
  const answer = await playMenu(ctx, way, { menuId: menu.id, why: `${what}: `, tries: tries + 1 })
  return { answer: answer! }
}

const givenUp = ({ otherwiseTo: to, language }: Menu, why: string): KeyAction =>
  to ? { does: 'forward', to, why } : { does: 'voicemail', why, language }
