import { keyed } from '#kernel/modules.ts'
import type { Role } from '#kernel/permissions.ts'

/** What members are notified of: each module brings its own kinds. */
export const notificationKinds = () => keyed('notificationKinds')

export const isNotificationKind = (type: string): boolean => notificationKinds().has(type)

/** Whether members of that role get it by email unless they say otherwise. */
export const isMailedTo = (mail: boolean | readonly Role[], role: Role | null): boolean =>
  typeof mail === 'boolean' ? mail : role !== null && mail.includes(role)
