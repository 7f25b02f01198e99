import { type Permission, permissions } from '#kernel/permissions.ts'

/** No API key may hold these: with them it could make other keys, or members with more rights than its own. */
const inPersonOnly: ReadonlySet<Permission> = new Set<Permission>(['api.write', 'members.write'])

/** Scopes are permissions. A key never does more with one than the member who made it may do today. */
export const scopes = permissions.filter(permission => !inPersonOnly.has(permission))
export type Scope = (typeof scopes)[number]

/** What a scope allows, for the list that a member chooses from. */
export const scopeLabels: Partial<Record<Permission, string>> = {
  'people.read': 'See people with their details',
  'people.basic': 'See names and groups',
  'people.write': 'Add and edit people',
  'people.export': 'Export people as CSV',
  'people.delete': 'Delete people',
  'pastoral.read': 'See pastoral notes and confidential conversations',
  'pastoral.write': 'Write pastoral notes',
  'leads.read': 'See leads',
  'leads.write': 'Add, edit and move leads',
  'tasks.read': 'See tasks',
  'tasks.write': 'Add and edit tasks',
  'conversations.read': 'See conversations',
  'conversations.write': 'Answer conversations',
  'messaging.send': 'Send campaigns',
  'messaging.write': 'Edit campaigns, templates and topics',
  'automation.read': 'See automations',
  'automation.write': 'Edit automations',
  'content.read': 'See forms and pages',
  'content.write': 'Edit forms and pages',
  'content.publish': 'Publish forms and pages',
  'calendar.read': 'See the calendar',
  'calendar.write': 'Edit the calendar',
  'prayer.read': 'See prayer requests',
  'prayer.write': 'Answer prayer requests',
  'reputation.write': 'Answer reviews',
  'giving.read': 'See gifts with names and amounts',
  'giving.write': 'Record gifts',
  'giving.summary': 'See giving totals',
  'payments.write': 'Change payment settings',
  'billing.write': 'Change the Lampstand subscription',
  'assistant.use': 'Use the assistant',
  'assistant.settings': 'Change the assistant',
  'telephony.use': 'Call and text',
  'telephony.settings': 'Change numbers and phone settings',
  'analytics.read': 'See reports',
  'settings.read': 'See settings',
  'settings.write': 'Change settings',
  'audit.read': 'See the audit log',
}
export const labelOf = (scope: string): string => scopeLabels[scope as Permission] ?? scope

/** Calls of one API key within a minute, counted from the first. */
export const CALLS_PER_MINUTE = 600

/** How long the answer of a call is kept for a retry with the same Idempotency-Key. */
export const KEPT_HOURS = 24

/** How long the former secret may go on working after a rotation. */
export const overlapHours = [0, 1, 24, 168] as const

export const keyStates = ['active', 'inactive', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** `inactive`: its maker is no longer a member. */
export function stateOf(
  key: { revokedAt: Date | null; expiresAt: Date | null; makerLeft: boolean },
  now: Date,
): KeyState {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && key.expiresAt <= now) return 'expired'
  return key.makerLeft ? 'inactive' : 'active'
}

/** What stands for a key where it must not be seen: its prefix and last four characters. */
export const hintOf = (key: string) => `lsk_…${key.slice(-4)}`

/** Of what clients may send as Idempotency-Key: up to 255 visible characters. */
export const isIdempotencyKey = (text: string) => /^[\x21-\x7e]{1,255}$/.test(text)
