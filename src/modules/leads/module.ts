import { defineModule } from '#kernel/modules.ts'
import { called, moved } from './rules/timeline.ts'

export default defineModule({
  name: 'leads',
  routes: [{ path: 'leads', file: 'screens/leads.tsx', frame: 'app' }],
  navigation: [
    { label: 'Leads', path: '/leads', order: 10, group: 'People', icon: 'IconUserPlus', permission: 'leads.read' },
  ],
  actions: [{ label: 'Add lead', path: '/leads?add=1', order: 10, icon: 'IconUserPlus', permission: 'leads.write' }],
  tiles: [
    {
      label: 'Total Leads',
      size: 'figure',
      order: 10,
      permissions: ['analytics.read'],
      load: () => import('./widgets/tiles.tsx').then(file => file.TotalLeadsTile),
    },
    {
      label: 'Conversion Rate',
      size: 'figure',
      order: 20,
      permissions: ['analytics.read'],
      load: () => import('./widgets/tiles.tsx').then(file => file.ConversionTile),
    },
    {
      label: 'Recent Leads',
      size: 'half',
      order: 10,
      permissions: ['leads.read'],
      load: () => import('./widgets/recent-leads.tsx').then(file => file.RecentLeads),
    },
    {
      label: 'Leads by Source',
      size: 'full',
      order: 10,
      permissions: ['analytics.read'],
      load: () => import('./widgets/leads-by-source.tsx').then(file => file.LeadsBySource),
    },
  ],
  needs: [
    {
      name: 'unassigned-guests',
      order: 5,
      permission: 'leads.read',
      load: () => import('./widgets/needs-me.tsx').then(file => file.UnassignedGuests),
    },
    {
      name: 'overdue-leads',
      order: 10,
      permission: 'leads.read',
      load: () => import('./widgets/needs-me.tsx').then(file => file.OverdueLeads),
    },
  ],
  panels: {
    settings: [
      {
        section: 'Leads',
        label: 'Lead pipeline',
        order: 5,
        permission: 'settings.write',
        load: () => import('./widgets/lead-settings.tsx').then(file => file.LeadSettings),
      },
    ],
    person: [
      {
        label: 'Lead',
        order: 10,
        permission: 'leads.read',
        load: () => import('./widgets/lead-of-person.tsx').then(file => file.LeadOfPerson),
      },
    ],
  },
  automationTriggers: {
    'lead.created': { label: 'Lead added', icon: 'IconUserPlus', sentence: () => 'someone is added to the board' },
    'lead.moved': {
      label: 'Lead moved to a stage',
      icon: 'IconArrowRight',
      form: () => import('./widgets/workflow-stage.tsx').then(file => file.MovedForm),
      sentence: ({ to }, name) => `a lead is moved to ${to ? `“${name('stage', to)}”` : 'another stage'}`,
    },
  },
  automationActions: {
    'leads.add': {
      label: 'Add to the board',
      icon: 'IconUserPlus',
      permission: 'leads.write',
      form: () => import('./widgets/workflow-stage.tsx').then(file => file.StageForm),
      sentence: ({ stage }, name) => `Add the person to the board under “${name('stage', stage)}”`,
    },
    'leads.assign_next': {
      label: 'Assign to the next member in turn',
      icon: 'IconUsersGroup',
      permission: 'leads.write',
      sentence: () => 'Assign the person to the next member in turn',
    },
    'leads.move': {
      label: 'Move on the board',
      icon: 'IconArrowRight',
      permission: 'leads.write',
      form: () => import('./widgets/workflow-stage.tsx').then(file => file.StageForm),
      sentence: ({ stage }, name) => `Move the lead to “${name('stage', stage)}”`,
    },
  },
  timelineKinds: {
    'lead.created': { sentence: () => 'Added to the board' },
    'lead.moved': { sentence: moved },
    'lead.call': { sentence: called },
    'lead.email': { sentence: () => 'Sent an email' },
  },
  notificationKinds: {
    overdue: { label: 'One of your follow-ups is overdue', mail: true },
    assigned: { label: 'Something is assigned to you', mail: false },
  },
  statuses: {
    lead: { new: 'blue', contacted: 'yellow', qualified: 'green', proposal: 'purple', closed: 'grey' },
    outcome: { won: 'green', lost: 'red', abandoned: 'grey' },
  },
  topics: {
    leads: 'leads.read',
  },
  sampleIds: { 'leads?lead=:id': { list: '/leads?limit=1' } },
})
