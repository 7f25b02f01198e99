import { defineModule } from '#kernel/modules.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const repeatWords = (every: unknown, on: unknown) =>
  every === 'week' ? `${weekdays[Number(on) % 7] ?? '…'}` : `day ${on ?? '…'} of the month`
const dateWords = (field: unknown) =>
  field === 'birthDate' ? 'birthday' : field === 'anniversary' ? 'anniversary' : 'date'
const daysWords = (days: unknown) => {
  const count = Number(days ?? 0)
  return count === 0
    ? ''
    : `${Math.abs(count) === 1 ? '1 day' : `${Math.abs(count)} days`} ${count < 0 ? 'before' : 'after'} `
}

export default defineModule({
  name: 'automation',
  routes: [
    { path: 'automation', file: 'screens/workflows.tsx', frame: 'app' },
    { path: 'automation/runs', file: 'screens/runs.tsx', frame: 'app' },
    { path: 'automation/:id', file: 'screens/workflow.tsx', frame: 'app' },
    { path: 'automation/:id/runs', file: 'screens/runs-of-workflow.tsx', frame: 'app' },
    { path: 'automation/:id/summary', file: 'screens/summary.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Automation',
      path: '/automation',
      order: 15,
      group: 'Outreach',
      icon: 'IconBolt',
      permission: 'automation.read',
    },
  ],
  actions: [
    {
      label: 'Create workflow',
      path: '/automation?add=1',
      order: 70,
      icon: 'IconBolt',
      permission: 'automation.write',
    },
  ],
  tiles: [
    {
      label: 'Automations',
      size: 'figure',
      order: 60,
      permissions: ['automation.read'],
      load: () => import('./widgets/tile.tsx').then(file => file.AutomationsTile),
    },
  ],
  automationTriggers: {
    manual: { label: 'Added by a member', icon: 'IconHandClick', sentence: () => 'a member adds someone' },
    'schedule.date': {
      label: 'Birthday or another date',
      icon: 'IconCake',
      form: () => import('./widgets/workflow-schedules.tsx').then(file => file.DateForm),
      sentence: value => `it is ${daysWords(value.offsetDays)}the ${dateWords(value.field)} of someone`,
    },
    'schedule.stale': {
      label: 'Lead without activity',
      icon: 'IconHourglass',
      form: () => import('./widgets/workflow-schedules.tsx').then(file => file.StaleForm),
      sentence: ({ days, stage }, name) =>
        `a lead${stage ? ` in “${name('stage', stage)}”` : ''} has had no activity for ${days ?? '…'} days`,
    },
    'schedule.repeat': {
      label: 'Every week or month',
      icon: 'IconRepeat',
      form: () => import('./widgets/workflow-schedules.tsx').then(file => file.RepeatForm),
      sentence: ({ every, on }) => `it is ${repeatWords(every, on)}`,
    },
  },
  automationActions: {
    'automation.notify': {
      label: 'Notify a member',
      icon: 'IconBell',
      permission: 'automation.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.NoticeForm),
      sentence: ({ userId }, name) =>
        `Notify ${userId ? name('member', userId) : 'the member that the person is assigned to'}`,
    },
    'automation.webhook': {
      label: 'Send a webhook',
      icon: 'IconWebhook',
      permission: 'api.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.WebhookForm),
      sentence: ({ endpointId }, name) =>
        endpointId
          ? `Send a webhook to “${name('webhookEndpoint', endpointId)}”`
          : 'Send a webhook to every endpoint that listens',
    },
    'automation.add_to_workflow': {
      label: 'Add to a workflow',
      icon: 'IconRoute',
      permission: 'automation.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.WorkflowForm),
      sentence: ({ workflowId }, name) => `Add the person to the workflow “${name('workflow', workflowId)}”`,
    },
    'automation.remove_from_workflow': {
      label: 'Remove from a workflow',
      icon: 'IconRouteOff',
      permission: 'automation.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.WorkflowForm),
      sentence: ({ workflowId }, name) => `Remove the person from the workflow “${name('workflow', workflowId)}”`,
    },
  },
  statuses: {
    workflow: { draft: 'grey', active: 'green', paused: 'yellow', archived: 'grey' },
    run: {
      running: 'blue',
      waiting: 'blue',
      frozen: 'yellow',
      completed: 'green',
      failed: 'red',
      cancelled: 'grey',
      exited: 'grey',
    },
    runStep: { done: 'green', waiting: 'blue', failed: 'red', skipped: 'grey' },
  },
  notificationKinds: {
    automation: { label: 'Workflows that were paused', mail: true },
    workflow: { label: 'Notices of workflows', mail: false },
    approval: { label: 'Workflows that ask you', mail: true },
  },
  panels: {
    person: [
      {
        label: 'Approvals',
        order: 5,
        permission: 'tasks.read',
        load: () => import('./widgets/approvals.tsx').then(file => file.ApprovalsOfPerson),
      },
      {
        label: 'Automation',
        order: 40,
        permission: 'automation.read',
        load: () => import('./widgets/automation-of-person.tsx').then(file => file.AutomationOfPerson),
      },
    ],
    message: [
      {
        label: 'Why',
        order: 10,
        permission: 'automation.read',
        load: () => import('./widgets/why-message.tsx').then(file => file.WhyMessage),
      },
    ],
  },
  topics: { automation: 'automation.read' },
  sampleIds: {
    'automation/:id': { list: '/workflows?state=active&limit=1' },
    'automation/:id?show=versions': { list: '/workflows?state=active&limit=1' },
    'automation/:id?show=publish': { list: '/workflows?state=active&limit=1' },
    'automation/:id/runs': { list: '/workflows?state=active&limit=1' },
    'automation/:id/summary': { list: '/workflows?state=active&limit=1' },
    'automation/runs?run=:id': { list: '/workflow-runs?limit=1' },
  },
})
