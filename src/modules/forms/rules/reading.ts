import type { Permission } from '#kernel/permissions.ts'
import type { Privacy } from './definition.ts'

/** What someone must also be allowed to, to read a submission; people.read is asked before. */
export const alsoNeeded: Record<Privacy, Permission | null> = {
  team: null,
  prayer: 'prayer.read',
  pastoral: 'pastoral.read',
}
