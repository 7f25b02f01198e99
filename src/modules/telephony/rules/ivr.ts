export const menuActions = ['forward', 'voicemail', 'say', 'menu', 'repeat'] as const
export type MenuAction = (typeof menuActions)[number]

export const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
export type Digit = (typeof digits)[number]

/** One key of a menu: what it is for, and what it does. */
export interface MenuKey {
  key: Digit
  /** "Service times": for the drawing and for the call's record. */
  label: string
  does: MenuAction
  /** forward: E.164. */
  to?: string
  /** voicemail: of one member; absent: the church's. */
  userId?: string
  /** say: what is said. */
  text?: string
  /** menu: which one follows. */
  menuId?: string
}

export interface Menu {
  id: string
  name: string
  greeting: string
  language: string
  keys: MenuKey[]
  otherwiseTo: string | null
}

/** The languages in which both the menus and the carrier's voices are at home. */
export const languages: Record<string, string> = {
  'en-US': 'English (United States)',
  'en-GB': 'English (United Kingdom)',
  'en-AU': 'English (Australia)',
  'es-US': 'Spanish (United States)',
  'es-ES': 'Spanish (Spain)',
  'fr-CA': 'French (Canada)',
  'fr-FR': 'French (France)',
  'de-DE': 'German',
  'it-IT': 'Italian',
  'ko-KR': 'Korean',
  'pt-BR': 'Portuguese (Brazil)',
  'zh-CN': 'Chinese (Mandarin)',
}

export const actionNames: Record<MenuAction, string> = {
  forward: 'Forward to a phone',
  voicemail: 'Take a message',
  say: 'Play a text',
  menu: 'Go to another menu',
  repeat: 'Repeat the menu',
}

/** So deep may menus stand in each other; nobody listens longer. */
export const LEVELS = 3

type Known = ReadonlyMap<string, Menu>
export const byId = (menus: readonly Menu[]): Known => new Map(menus.map(menu => [menu.id, menu]))

const following = (menu: Menu | undefined): string[] =>
  menu?.keys.flatMap(one => (one.does === 'menu' && one.menuId ? [one.menuId] : [])) ?? []

/** Every menu that is reached from this one, with how deep it stands at least; the first is 1. */
export function levelsFrom(known: Known, root: string): Map<string, number> {
  const levels = new Map([[root, 1]])
  // A map is walked in the order in which it grows.
  for (const [id, level] of levels)
    for (const next of following(known.get(id))) if (!levels.has(next) && known.has(next)) levels.set(next, level + 1)
  return levels
}

/** The first menu that would stand too deep, if there is one; of those alone that lead to or follow from `changed`. */
export function tooDeep(menus: readonly Menu[], changed: string): string | undefined {
  const known = byId(menus)
  for (const { id } of menus) {
    const levels = levelsFrom(known, id)
    if (!levels.has(changed)) continue
    for (const [reached, level] of levels) if (level > LEVELS) return reached
  }
}

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** What callers would stumble over, from this menu on; in sentences. */
export function problemsFrom(menus: readonly Menu[], root: string): string[] {
  const known = byId(menus)
  return [...levelsFrom(known, root).keys()].flatMap(id => {
    const menu = known.get(id)
    return menu ? [...endsOf(menu, known), ...loopOf(menu, known), ...unmentionedKeys(menu)] : []
  })
}

function endsOf({ name, keys }: Menu, known: Known): string[] {
  if (keys.length === 0) return [`“${name}” has no keys: callers hear it twice and are forwarded.`]
  return keys.flatMap(one =>
    one.does === 'menu' && one.menuId && !known.has(one.menuId)
      ? [`Key ${one.key} of “${name}” opens a menu that was deleted.`]
      : [],
  )
}

/** Nobody and no machine that listens is ever reached by pressing. */
function loopOf(menu: Menu, known: Known): string[] {
  if (menu.keys.length === 0) return []
  const reached = [...levelsFrom(known, menu.id).keys()].flatMap(id => known.get(id)?.keys ?? [])
  if (reached.some(one => one.does === 'forward' || one.does === 'voicemail')) return []
  return [`“${menu.name}” has no key for a person or voicemail: callers can only wait.`]
}

function unmentionedKeys({ name, greeting, keys }: Menu): string[] {
  const said = greeting.toLowerCase()
  const missing = keys.filter(
    one => !new RegExp(`(?<!\\d)${one.key}(?!\\d)`).test(said) && !said.includes(numberWords[Number(one.key)]!),
  )
  if (missing.length === 0) return []
  return [`The greeting of “${name}” does not mention key ${missing.map(one => one.key).join(', ')}.`]
}

export interface Branch {
  key: string
  label: string
  does: MenuAction
  /** Where it leads, in a few words. */
  to: string
  /** The menu that follows, where it was not drawn above already. */
  menu?: Drawn
}
export interface Drawn {
  id: string
  name: string
  branches: Branch[]
  /** After nothing or a wrong key twice. */
  otherwise: string
}

interface Naming {
  phone: (number: string) => string
  member: (id: string) => string
}

/** The menu as a tree, for the eye; a way back is named and not drawn again. */
export function drawingOf(menus: readonly Menu[], root: string, naming: Naming): Drawn | undefined {
  const known = byId(menus)
  const seen = new Set<string>()
  const draw = (menu: Menu): Drawn => {
    seen.add(menu.id)
    const branches = [...menu.keys]
      .sort((a, b) => a.key.localeCompare(b.key))
      .map((one): Branch => {
        const next = one.does === 'menu' && one.menuId ? known.get(one.menuId) : undefined
        const to = next && seen.has(next.id) ? `Back to “${next.name}”` : whereTo(one, next, naming)
        return {
          key: one.key,
          label: one.label,
          does: one.does,
          to,
          ...(next && !seen.has(next.id) && { menu: draw(next) }),
        }
      })
    const otherwise = menu.otherwiseTo ? `Forward to ${naming.phone(menu.otherwiseTo)}` : 'Voicemail'
    return { id: menu.id, name: menu.name, branches, otherwise }
  }
  const menu = known.get(root)
  return menu && draw(menu)
}

function whereTo(one: MenuKey, next: Menu | undefined, { phone, member }: Naming): string {
  if (one.does === 'forward') return one.to ? `Forward to ${phone(one.to)}` : 'Forward to…'
  if (one.does === 'voicemail') return one.userId ? `Voicemail of ${member(one.userId)}` : 'Voicemail'
  if (one.does === 'say') return `Say “${(one.text ?? '').slice(0, 60)}${(one.text ?? '').length > 60 ? '…' : ''}”`
  if (one.does === 'repeat') return 'Repeat the menu'
  return next ? `“${next.name}”` : 'A deleted menu'
}
