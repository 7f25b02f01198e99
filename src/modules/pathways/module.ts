import { defineModule } from '#kernel/modules.ts'

const href = (data: Record<string, unknown>): string | null =>
  typeof data.pathwayId === 'string' ? `/membership/pathways/${data.pathwayId}` : null
const named = (data: Record<string, unknown>, name: string): string =>
  typeof data[name] === 'string' && data[name] ? ` “${data[name]}”` : ''
const form = () => import('./widgets/workflow-pathway.tsx').then(file => file.AnyPathwayForm)

export default defineModule({
  name: 'pathways',
  routes: [
    { path: 'membership/pathways', file: 'screens/pathways.tsx', frame: 'app' },
    { path: 'membership/pathways/sign-offs', file: 'screens/sign-offs.tsx', frame: 'app' },
    { path: 'membership/pathways/:id', file: 'screens/pathway.tsx', frame: 'app' },
    { path: 'membership/serving', file: 'screens/serving.tsx', frame: 'app' },
  ],
  actions: [
    {
      label: 'Create a pathway',
      path: '/membership/pathways?new=1',
      order: 40,
      icon: 'IconRoute',
      permission: 'content.write',
    },
  ],
  portalSections: [{ label: 'Pathways', description: 'Your next steps.', order: 34, path: 'pathways' }],
  needs: [
    {
      name: 'sign-offs',
      order: 34,
      permission: 'content.read',
      load: () => import('./widgets/needs-me.tsx').then(file => file.SignOffsWaiting),
    },
  ],
  panels: {
    person: [
      {
        label: 'Pathways',
        order: 32,
        permission: 'content.read',
        load: () => import('./widgets/pathways-of-person.tsx').then(file => file.PathwaysOfPerson),
      },
    ],
  },
  timelineKinds: {
    'pathway.joined': { sentence: data => `Joined the pathway${named(data, 'pathway')}`, href, icon: 'IconRoute' },
    'pathway.step_signed': { sentence: data => `Step${named(data, 'step')} signed off`, href, icon: 'IconChecks' },
    'pathway.completed': {
      sentence: data => `Completed the pathway${named(data, 'pathway')}`,
      href,
      icon: 'IconAward',
    },
  },
  notificationKinds: {
    'sign-off': { label: 'Someone asks for a sign-off', mail: true },
    'training-lapsed': { label: 'A training of someone who serves has expired', mail: true },
  },
  automationTriggers: {
    'pathway.joined': {
      label: 'Joined a pathway',
      icon: 'IconRoute',
      form,
      sentence: () => 'someone joins a pathway',
    },
    'pathway.completed': {
      label: 'Completed a pathway',
      icon: 'IconAward',
      form,
      sentence: () => 'someone completes a pathway',
    },
  },
  automationActions: {
    'pathway.join': {
      label: 'Add to a pathway',
      icon: 'IconRoute',
      permission: 'content.write',
      form: () => import('./widgets/workflow-pathway.tsx').then(file => file.PathwayForm),
      sentence: () => 'Add the person to a pathway',
    },
  },
  statuses: {
    pathway: { draft: 'yellow', active: 'green', archived: 'grey' },
    pathwayStep: { done: 'green', next: 'blue', waiting: 'yellow', later: 'grey' },
    training: { valid: 'green', expiring: 'yellow', expired: 'red', missing: 'red' },
  },
  topics: { pathways: 'content.read' },
  sampleIds: { 'membership/pathways/:id': { list: '/pathways?limit=1' } },
})
