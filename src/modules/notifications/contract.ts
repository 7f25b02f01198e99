import { z } from 'zod'
import { ById, Id, Instant, member, Nothing, Page, resource } from '#kernel/contract.ts'
import { isNotificationKind } from './rules.ts'

export const Notification = z.object({
  id: Id,
  type: z.string(),
  title: z.string(),
  body: z.string(),
  href: z.string(),
  readAt: Instant.nullable(),
  createdAt: Instant,
})
export type Notification = z.infer<typeof Notification>

export const Preference = z.object({
  /** a kind that some module's manifest names */
  type: z.string().refine(isNotificationKind, 'Notification not found'),
  label: z.string(),
  mail: z.boolean(),
})
export type Preference = z.infer<typeof Preference>
const preferences = z.object({ items: z.array(Preference) })

/** The bell of the caller; every role has one. */
export const notifications = resource(
  '/notifications',
  {
    list: member('people.basic')
      .meta({ inPerson: true })
      .input(Page)
      .output(z.object({ items: z.array(Notification), nextCursor: z.string().nullable(), unread: z.number().int() })),
    read: member('people.basic').meta({ inPerson: true }).input(ById).output(Nothing),
    readAll: member('people.basic').meta({ inPerson: true }).input(Nothing).output(Nothing),
    /** Which news also come by mail, in this account. */
    preferences: member('people.basic').meta({ inPerson: true }).input(Nothing).output(preferences),
    prefer: member('people.basic')
      .meta({ inPerson: true })
      .input(Preference.omit({ label: true }))
      .output(preferences),
  },
  {
    list: 'List notifications',
    read: 'Mark a notification as read',
    readAll: 'Mark all notifications as read',
    preferences: 'Get notification preferences',
    prefer: 'Update a notification preference',
  },
  ['preferences'],
)
