/** Roles inside a client, least to most powerful last; `docs/permissions.md` is the matrix this table is tested against. */
export const roles = ['viewer', 'volunteer', 'finance', 'pastor', 'staff', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export const permissions = [
  'people.read',
  'people.basic',
  'people.write',
  'people.export',
  'people.delete',
  'pastoral.read',
  'pastoral.write',
  'leads.read',
  'leads.write',
  'tasks.read',
  'tasks.write',
  'conversations.read',
  'conversations.write',
  'messaging.send',
  'messaging.write',
  'automation.read',
  'automation.write',
  'content.read',
  'content.write',
  'content.publish',
  'calendar.read',
  'calendar.write',
  'calendar.override',
  'prayer.read',
  'prayer.write',
  'reputation.write',
  'giving.read',
  'giving.write',
  'giving.summary',
  'payments.write',
  'billing.write',
  'assistant.use',
  'assistant.settings',
  'telephony.use',
  'telephony.settings',
  'analytics.read',
  'settings.read',
  'settings.write',
  'members.write',
  'api.write',
  'audit.read',
] as const
export type Permission = (typeof permissions)[number]

/** What an account whose payment failed goes on doing: pay, answer those who write, export, and decide who belongs. */
export const keptWhileReadOnly: ReadonlySet<Permission> = new Set<Permission>([
  'billing.write',
  'conversations.write',
  'people.export',
  'members.write',
])
/** Whether what it opens changes anything. */
export const changes = (permission: Permission): boolean => !/\.(read|basic|summary)$/.test(permission)

/** A support member who enters an account sees what its admin sees but sums of giving, and can’t use these. */
export const notForSupport: ReadonlySet<Permission> = new Set<Permission>([
  'billing.write',
  'people.export',
  'people.delete',
  'members.write',
  'api.write',
  'messaging.send',
  'giving.summary',
])

/** `all` rows of the account, or only those assigned to or made by oneself. */
export type Reach = 'all' | 'own'

const everything = permissions.join(' ')

/** A name alone reaches all rows; a trailing `:own` only one's own. */
const granted: Record<Role, string> = {
  owner: everything,
  admin: without(everything, 'pastoral.read pastoral.write giving.read giving.write payments.write'),
  staff: `people.read people.basic people.write leads.read leads.write tasks.read tasks.write conversations.read
    conversations.write messaging.send messaging.write automation.read content.read content.write content.publish
    calendar.read calendar.write prayer.read prayer.write reputation.write giving.summary assistant.use telephony.use
    analytics.read settings.read`,
  pastor: `people.read people.basic people.write pastoral.read pastoral.write leads.read leads.write tasks.read tasks.write
    conversations.read conversations.write messaging.write automation.read content.read content.write content.publish
    calendar.read calendar.write prayer.read prayer.write giving.summary assistant.use telephony.use analytics.read
    settings.read`,
  finance: `people.read people.basic leads.read tasks.read:own tasks.write:own content.read calendar.read giving.read
    giving.write giving.summary payments.write billing.write assistant.use analytics.read settings.read`,
  volunteer: `people.basic leads.read:own leads.write:own tasks.read:own tasks.write:own content.read calendar.read:own
    calendar.write:own prayer.read`,
  viewer: `people.read people.basic leads.read tasks.read automation.read content.read calendar.read giving.summary
    analytics.read`,
}

function without(list: string, gone: string): string {
  const dropped = new Set(gone.split(' '))
  return list
    .split(' ')
    .filter(name => !dropped.has(name))
    .join(' ')
}

const table = Object.fromEntries(
  roles.map(role => [
    role,
    new Map(
      granted[role].split(/\s+/).map(entry => {
        const [name, reach] = entry.split(':') as [Permission, Reach | undefined]
        return [name, reach ?? 'all'] as const
      }),
    ),
  ]),
) as unknown as Record<Role, ReadonlyMap<Permission, Reach>>

/** How far `role` reaches with `permission`: everyone's rows, one's own, or (undefined) none. */
export const reach = (role: Role, permission: Permission): Reach | undefined => table[role].get(permission)

/** Whether `role` may use `permission` at all; rows may still be limited to one's own, see `reach`. */
export const may = (role: Role, permission: Permission): boolean => table[role].has(permission)

/** What rows may ask for beyond belonging to the account: confidential text, private prayer, gifts. See kernel/rights. */
export const rights = ['pastoral', 'prayer', 'prayer-staff', 'giving'] as const
export type Right = (typeof rights)[number]

const opener = (right: Right): Permission => (right === 'prayer-staff' ? 'prayer.write' : `${right}.read`)
/** The rights of a role: those whose permission it has for all rows; `enter_key` says the same of an API key's scopes. */
export const rightsOf = (role: Role): Right[] => rights.filter(right => reach(role, opener(right)) === 'all')

/** Whether rows of confidence come with the role: pastoral notes, gifts with names. Owners alone grant it. */
export const isConfided = (role: Role): boolean =>
  (['pastoral.read', 'pastoral.write', 'giving.read', 'giving.write'] as const).some(name => may(role, name))

/** Nobody grants a role with a permission that they don't hold themselves. */
export const mayGrant = (granter: Role, role: Role): boolean =>
  granter === 'owner' ||
  (!isConfided(role) && [...table[role]].every(([name, far]) => ['all', far].includes(reach(granter, name) ?? '')))
