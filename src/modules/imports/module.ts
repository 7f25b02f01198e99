import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'imports',
  routes: [{ path: 'people/import', file: 'screens/import.tsx', frame: 'app' }],
  actions: [
    { label: 'Import people', path: '/people/import', order: 60, icon: 'IconFileImport', permission: 'people.write' },
  ],
  needs: [
    {
      name: 'failed-imports',
      order: 30,
      permission: 'people.write',
      load: () => import('./widgets/failed-imports.tsx').then(file => file.FailedImports),
    },
  ],
  timelineKinds: {
    'person.imported': { sentence: () => 'Imported' },
  },
  notificationKinds: {
    import: { label: 'An import is finished or needs you', mail: false },
  },
  statuses: {
    import: {
      uploaded: 'grey',
      analysing: 'blue',
      ready: 'blue',
      checking: 'blue',
      checked: 'purple',
      running: 'blue',
      paused: 'yellow',
      completed: 'green',
      failed: 'red',
      cancelled: 'grey',
      undone: 'grey',
    },
  },
  topics: {
    imports: 'people.write',
  },
})
