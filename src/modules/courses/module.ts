import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'courses',
  routes: [{ path: 'membership/courses/:id', file: 'screens/course.tsx', frame: 'app' }],
  actions: [
    { label: 'Create a course', path: '/membership?tab=courses&add=1', order: 39, icon: 'IconSchool', permission: 'content.write' },
  ],
  statuses: { course: { draft: 'yellow', published: 'green', archived: 'grey' } },
  topics: { courses: 'content.read' },
  sampleIds: { 'membership/courses/:id': { list: '/courses?limit=1' } },
})
