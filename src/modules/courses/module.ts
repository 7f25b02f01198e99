import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'courses',
  actions: [
    {
      label: 'Create a course',
      path: '/membership?tab=courses&add=1',
      order: 39,
      icon: 'IconSchool',
      permission: 'content.write',
    },
  ],
  statuses: { course: { draft: 'yellow', published: 'green', archived: 'grey' } },
  topics: { courses: 'content.read' },
})
