import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'automation',
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
  },
  notificationKinds: {
    automation: { label: 'Workflows that were paused', mail: true },
    workflow: { label: 'Notices of workflows', mail: false },
    approval: { label: 'Workflows that ask you', mail: true },
  },
  topics: { automation: 'automation.read' },
})
