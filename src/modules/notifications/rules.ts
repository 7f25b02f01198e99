import { keyed } from '#kernel/modules.ts'

/** What members are notified of: each module brings its own kinds. */
export const notificationKinds = () => keyed('notificationKinds')

export const isNotificationKind = (type: string): boolean => notificationKinds().has(type)
