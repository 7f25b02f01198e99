import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import { mustNotDial } from '../rules/dialling.ts'
import { LEVELS, type Menu, type MenuKey, tooDeep } from '../rules/ivr.ts'
import { voiceMenus } from '../tables.ts'
import type { MenuChange, NewMenu, VoiceMenu } from './contract.ts'

type Row = typeof voiceMenus.$inferSelect

const shown = ({ id, name, greeting, language, keys, otherwiseTo, version }: Row): VoiceMenu => ({
  id,
  name,
  greeting,
  language,
  keys,
  otherwiseTo,
  version,
})

const all = (ctx: Ctx) => ctx.db.select().from(voiceMenus).orderBy(asc(voiceMenus.createdAt), asc(voiceMenus.id))

const membersOf = (ctx: Ctx) =>
  ctx.db
    .select({ id: members.userId, name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})` })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.clientId, ctx.client.id), activeMember))
    .orderBy(sql`2`)

export const list = async (ctx: Ctx) => ({ items: (await all(ctx)).map(shown), members: await membersOf(ctx) })

/** Two who change menus at once could lead them deeper together than each alone. */
const lock = (ctx: Ctx) => advisoryLock(ctx.db, `voice menus ${ctx.client.id}`)

export async function create(ctx: Ctx, { key: id, ...given }: NewMenu): Promise<VoiceMenu> {
  await lock(ctx)
  const values = await checked(ctx, id, given)
  const [row] = await ctx.db
    .insert(voiceMenus)
    .values({ id, ...values })
    .onConflictDoNothing()
    .returning()
  if (row) announce(ctx, 'telephony', id)
  const [known] = row ? [row] : await ctx.db.select().from(voiceMenus).where(eq(voiceMenus.id, id))
  return shown(found(known, 'Menu'))
}

export async function update(ctx: Ctx, { id, version, ...given }: MenuChange): Promise<VoiceMenu> {
  await lock(ctx)
  const [before] = await ctx.db.select({ id: voiceMenus.id }).from(voiceMenus).where(eq(voiceMenus.id, id))
  found(before, 'Menu')
  const [row] = await ctx.db
    .update(voiceMenus)
    .set(await checked(ctx, id, given))
    .where(and(eq(voiceMenus.id, id), eq(voiceMenus.version, version)))
    .returning()
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'telephony', id)
  return shown(row)
}

type Given = Omit<NewMenu, 'key'>

/** What may stand in a menu; what a key does not need is left out. */
async function checked(ctx: Ctx, id: string, given: Given) {
  const { country } = ctx.client
  const known = (await all(ctx)).filter(one => one.id !== id)
  const people = new Set((await membersOf(ctx)).map(one => one.id))
  const used = new Set<string>()
  const keys = given.keys.map((one, i): MenuKey => {
    const at = `keys.${i}`
    if (used.has(one.key)) throw invalid(`${at}.key`, `Key ${one.key} is used twice`)
    used.add(one.key)
    const { key, label, does } = one
    if (does === 'forward') return { key, label, does, to: phone(one.to ?? '', country, `${at}.to`) }
    if (does === 'say') {
      if (!one.text) throw invalid(`${at}.text`, 'Please enter the text')
      return { key, label, does, text: one.text }
    }
    if (does === 'voicemail') {
      if (one.userId && !people.has(one.userId)) throw invalid(`${at}.userId`, 'They are no longer on your team')
      return { key, label, does, ...(one.userId && { userId: one.userId }) }
    }
    if (does === 'repeat') return { key, label, does }
    if (one.menuId === id) throw invalid(`${at}.menuId`, 'To repeat this menu, choose “Repeat the menu”')
    if (!known.some(menu => menu.id === one.menuId)) throw invalid(`${at}.menuId`, 'Please choose a menu')
    return { key, label, does, menuId: one.menuId! }
  })
  const otherwiseTo = given.otherwiseTo ? phone(given.otherwiseTo, country, 'otherwiseTo') : null
  const menu = { ...given, id, keys, otherwiseTo: null }
  notTooDeep([...known, menu], id, keys)
  return { ...given, keys, otherwiseTo }
}

function notTooDeep(menus: Menu[], id: string, keys: MenuKey[]): void {
  if (!tooDeep(menus, id)) return
  const at = keys.findIndex(one => one.does === 'menu')
  throw invalid(`keys.${at}.menuId`, `Menus can be ${LEVELS} levels deep, so that callers don’t get lost.`)
}

function phone(typed: string, country: string, field: string): string {
  const number = typed ? normalisePhone(typed, country) : null
  const never = typed ? mustNotDial(typed, number) : undefined
  if (!number || never) throw invalid(field, never ?? 'Please enter a full phone number with its area code')
  return number
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await lock(ctx)
  const [row] = await ctx.db.select().from(voiceMenus).where(eq(voiceMenus.id, id))
  found(row, 'Menu')
  const [number] = await ctx.db
    .select({ name: phoneNumbers.friendlyName })
    .from(phoneNumbers)
    .where(and(isNull(phoneNumbers.releasedAt), or(eq(phoneNumbers.menuId, id), eq(phoneNumbers.closedMenuId, id))))
  const menu = (await all(ctx)).find(one => one.keys.some(key => key.menuId === id))
  const user = number?.name ?? menu?.name
  if (user !== undefined) throw new Failure('CONFLICT', `“${user}” opens this menu. Change that first.`)
  await ctx.db.delete(voiceMenus).where(eq(voiceMenus.id, id))
  announce(ctx, 'telephony', id)
  return {}
}

type Numbered = typeof phoneNumbers.$inferSelect
type Routes = Pick<Numbered, 'voiceRoute' | 'closedRoute'> &
  Partial<Record<'forwardTo' | 'closedForwardTo' | 'menuId' | 'closedMenuId', string | null>>

/** Where calls to a number go, open and closed: complete, and within the account. What is not asked for stays. */
export async function validateRoutes(ctx: Ctx, row: Numbered, asked: Partial<Routes> & { byHours?: boolean }) {
  await lock(ctx)
  const wanted = { ...row, ...defined(asked) }
  const menus = new Set((await all(ctx)).map(one => one.id))
  const side = (closed: boolean) => {
    const field = <Name extends string>(name: Name) =>
      closed ? (`closed${name[0]!.toUpperCase()}${name.slice(1)}` as const) : name
    const [route, to, menuId] = closed
      ? [wanted.closedRoute, wanted.closedForwardTo, wanted.closedMenuId]
      : [wanted.voiceRoute, wanted.forwardTo, wanted.menuId]
    if (route === 'forward' && !to) throw invalid(field('forwardTo'), 'Please enter the number to forward calls to')
    const number = to ? phone(to, ctx.client.country, field('forwardTo')) : null
    if (number === row.number) throw invalid(field('forwardTo'), 'A number can’t be forwarded to itself')
    if (menuId && !menus.has(menuId)) throw invalid(field('menuId'), 'Please choose a menu')
    if (route === 'menu' && !menuId) throw invalid(field('menuId'), 'Please choose a menu')
    return { route, number, menuId }
  }
  const [open, closed] = [side(false), side(true)]
  return {
    voiceRoute: open.route,
    forwardTo: open.number,
    menuId: open.menuId,
    closedRoute: closed.route,
    closedForwardTo: closed.number,
    closedMenuId: closed.menuId,
  }
}

const defined = <T extends object>(asked: T) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as T
