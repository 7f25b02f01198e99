import { z } from 'zod'
import { ById, Id, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { digits, languages, menuActions } from '../rules/ivr.ts'

const Key = z.object({
  key: z.enum(digits, 'A key from 0 to 9'),
  label: line(60).pipe(z.string().min(1, 'Please choose what the key does')),
  does: z.enum(menuActions),
  to: line(50).optional(),
  userId: Id.optional(),
  text: prose(600).optional(),
  menuId: Id.optional(),
})

const given = {
  name: line(60).pipe(z.string().min(1, 'Please enter a name')),
  greeting: prose(600).pipe(z.string().min(1, 'Please enter what callers hear')),
  language: z.enum(Object.keys(languages) as [string, ...string[]], 'Please choose a language'),
  keys: z.array(Key).max(10),
  /** After nothing or a wrong key twice: this phone, or voicemail where it is empty. */
  otherwiseTo: line(50).nullish(),
}

export const VoiceMenu = z.object({
  id: Id,
  name: z.string(),
  greeting: z.string(),
  language: z.string(),
  keys: z.array(Key),
  otherwiseTo: z.string().nullable(),
  version: Version,
})
export type VoiceMenu = z.infer<typeof VoiceMenu>

export const NewMenu = z.object({ key: Id, ...given })
export type NewMenu = z.infer<typeof NewMenu>
export const MenuChange = z.object({ id: Id, version: Version, ...given })
export type MenuChange = z.infer<typeof MenuChange>

const Everything = z.object({
  items: z.array(VoiceMenu),
  /** Whose voicemail a key may lead to. */
  members: z.array(z.object({ id: Id, name: z.string() })),
})

/** Menus by key press, which numbers lead to. */
export const voiceMenus = resource(
  '/voice-menus',
  {
    list: member('telephony.settings').input(Nothing).output(Everything),
    /** `key` is made by the screen, and the menu's id: pressed twice, there is one. */
    create: member('telephony.settings').input(NewMenu).output(VoiceMenu),
    update: member('telephony.settings').input(MenuChange).output(VoiceMenu),
    /** Refused while a number or another menu leads to it. */
    remove: member('telephony.settings').input(ById).output(Nothing),
  },
  {
    list: 'List voice menus',
    create: 'Create a voice menu',
    update: 'Update a voice menu',
    remove: 'Delete a voice menu',
  },
)
