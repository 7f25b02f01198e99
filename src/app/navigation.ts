import type { Permission } from '#kernel/permissions.ts'

export interface NavEntry {
  label: string
  path: string
  group: 'Overview' | 'People' | 'Outreach' | 'Ministry' | 'Tools'
  /** name of a Tabler icon that web/icons.ts knows */
  icon: string
  /** shown to roles that have it */
  permission?: Permission
  /** shown to those who run Lampstand */
  platformAdmin?: boolean
}

/** Something to start from anywhere: the create menu and the command palette offer it. */
export interface NavAction {
  label: string
  path: string
  icon: string
  permission: Permission
}

export const navigation: NavEntry[] = [
  { label: 'Dashboard', path: '/dashboard', group: 'Overview', icon: 'IconLayoutDashboard' },
  { label: 'Clients', path: '/dashboard/clients', group: 'Overview', icon: 'IconBuildingChurch' },
  { label: 'Leads', path: '/leads', group: 'People', icon: 'IconUserPlus', permission: 'leads.read' },
  {
    label: 'Conversations',
    path: '/conversations',
    group: 'People',
    icon: 'IconMessages',
    permission: 'conversations.read',
  },
  { label: 'People', path: '/people', group: 'People', icon: 'IconUsers', permission: 'people.basic' },
  {
    label: 'Campaigns',
    path: '/dashboard/campaigns',
    group: 'Outreach',
    icon: 'IconBroadcast',
    permission: 'messaging.write',
  },
  {
    label: 'SMS Marketing',
    path: '/sms',
    group: 'Outreach',
    icon: 'IconMessage',
    permission: 'messaging.write',
  },
  { label: 'Forms', path: '/dashboard/forms', group: 'Outreach', icon: 'IconForms', permission: 'content.read' },
  { label: 'Twilio', path: '/twilio', group: 'Tools', icon: 'IconPhone', permission: 'telephony.use' },
  { label: 'Settings', path: '/settings', group: 'Tools', icon: 'IconSettings', permission: 'settings.read' },
  { label: 'Admin', path: '/admin', group: 'Tools', icon: 'IconShieldLock', platformAdmin: true },
]

export const actions: NavAction[] = [
  { label: 'Add lead', path: '/leads?add=1', icon: 'IconUserPlus', permission: 'leads.write' },
  { label: 'Add person', path: '/people?add=1', icon: 'IconUsers', permission: 'people.write' },
  { label: 'New form', path: '/dashboard/forms?new=1', icon: 'IconForms', permission: 'content.write' },
  { label: 'Make a call', path: '/twilio?do=call', icon: 'IconPhone', permission: 'telephony.use' },
  {
    label: 'New campaign',
    path: '/dashboard/campaigns?new=1',
    icon: 'IconBroadcast',
    permission: 'messaging.write',
  },
  { label: 'Import people', path: '/people/import', icon: 'IconFileImport', permission: 'people.write' },
]
