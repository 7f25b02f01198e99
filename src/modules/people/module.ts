import { defineModule } from '#kernel/modules.ts'
import { changedFields, workflowFields } from './rules/standard-fields.ts'
import { textOf } from './rules/timeline.ts'

export default defineModule({
  name: 'people',
  routes: [
    { path: 'people', file: 'screens/people.tsx', frame: 'app' },
    { path: 'people/labels', file: 'screens/labels.tsx', frame: 'app' },
    { path: 'people/fields', file: 'screens/fields.tsx', frame: 'app' },
    { path: 'people/segments', file: 'screens/segments.tsx', frame: 'app' },
    { path: 'people/segments/:id', file: 'screens/segment.tsx', frame: 'app' },
    { path: 'people/duplicates', file: 'screens/duplicates.tsx', frame: 'app' },
    { path: 'people/merge', file: 'screens/merge.tsx', frame: 'app' },
    { path: 'people/:id', file: 'screens/person.tsx', frame: 'app' },
  ],
  navigation: [
    { label: 'People', path: '/people', order: 30, group: 'People', icon: 'IconUsers', permission: 'people.basic' },
  ],
  actions: [{ label: 'Add person', path: '/people?add=1', order: 20, icon: 'IconUsers', permission: 'people.write' }],
  needs: [
    {
      name: 'tasks-due',
      order: 20,
      permission: 'tasks.read',
      load: () => import('./widgets/tasks-due.tsx').then(file => file.TasksDue),
    },
  ],
  automationTriggers: {
    'person.created': { label: 'Person added', icon: 'IconUserPlus', sentence: () => 'someone is added to People' },
    'person.tagged': {
      label: 'Tag added',
      icon: 'IconTag',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.TagForm),
      sentence: ({ tagId }, name) => `someone gets the tag “${name('tag', tagId)}”`,
    },
    'person.untagged': {
      label: 'Tag removed',
      icon: 'IconTagOff',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.TagForm),
      sentence: ({ tagId }, name) => `someone loses the tag “${name('tag', tagId)}”`,
    },
    'person.changed': {
      label: 'Field changed',
      icon: 'IconEdit',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.ChangedForm),
      sentence: ({ field, value }) => {
        const label = changedFields[field as keyof typeof changedFields] ?? '…'
        return `${label.toLowerCase()} of someone changes${value ? ` to “${value}”` : ''}`
      },
    },
    'task.done': {
      label: 'Task completed',
      icon: 'IconChecklist',
      sentence: () => 'a task about someone is completed',
    },
  },
  automationActions: {
    'people.add_tag': {
      label: 'Add a tag',
      icon: 'IconTag',
      permission: 'people.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.TagForm),
      sentence: ({ tagId }, name) => `Add the tag “${name('tag', tagId)}”`,
    },
    'people.remove_tag': {
      label: 'Remove a tag',
      icon: 'IconTagOff',
      permission: 'people.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.TagForm),
      sentence: ({ tagId }, name) => `Remove the tag “${name('tag', tagId)}”`,
    },
    'people.set_field': {
      label: 'Change a field',
      icon: 'IconEdit',
      permission: 'people.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.FieldForm),
      sentence: ({ field, value }) => {
        const label = workflowFields[field as keyof typeof workflowFields] ?? '…'
        return value ? `Set ${label.toLowerCase()} to “${value}”` : `Clear ${label.toLowerCase()}`
      },
    },
    'people.assign': {
      label: 'Assign to a member',
      icon: 'IconUserCheck',
      permission: 'people.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.AssignForm),
      sentence: ({ userId }, name) => `Assign the person to ${name('member', userId)}`,
    },
    'people.add_note': {
      label: 'Add a note',
      icon: 'IconNote',
      permission: 'people.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.NoteForm),
      sentence: ({ body }) => `Add the note “${body || '…'}”`,
    },
    'people.add_task': {
      label: 'Create a task',
      icon: 'IconChecklist',
      permission: 'tasks.write',
      form: () => import('./widgets/workflow-pieces.tsx').then(file => file.TaskForm),
      sentence: ({ title, assigneeId, dueInDays }, name) => {
        const who = assigneeId ? ` for ${name('member', assigneeId)}` : ''
        const due = dueInDays === 0 ? ', due the same day' : dueInDays === 1 ? ', due the next day' : ''
        return `Create the task “${title || '…'}”${who}${due || (dueInDays ? `, due in ${dueInDays} days` : '')}`
      },
    },
  },
  timelineKinds: {
    'person.created': { sentence: () => 'Added to People' },
    'person.merged': { sentence: data => `Merged with ${textOf(data.name)}` },
    'person.unmerged': { sentence: data => `The merge with ${textOf(data.name)} was undone` },
    'care_hold.started': { sentence: () => 'Messages paused for a hard time' },
    'care_hold.lifted': { sentence: () => 'Messages are no longer paused' },
    'task.done': { sentence: () => 'A task was completed' },
  },
  notificationKinds: {
    mention: { label: 'A colleague mentions you in a note', mail: true },
  },
  statuses: {
    task: { due: 'blue', overdue: 'red', done: 'green' },
  },
  topics: {
    people: 'people.read',
    segments: 'people.read',
    tasks: 'tasks.read',
    householdSuggestions: 'people.read',
  },
  sampleIds: {
    // The first lead's person has a timeline and consents.
    'people/:id': { list: '/leads?limit=1', fields: { id: 'personId' } },
    'people/segments/:id': { list: '/segments?limit=1' },
    'people/merge?first=:first&second=:second': {
      list: '/duplicates?limit=1',
      fields: { first: 'other.id', second: 'person.id' },
    },
  },
})
