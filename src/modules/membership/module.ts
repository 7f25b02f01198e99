import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'membership',
  routes: [
    { path: 'membership', file: 'screens/membership.tsx', frame: 'app' },
    { path: 'membership/sites/:id', file: 'screens/site.tsx', frame: 'app' },
    { path: 'membership/courses/:id', file: 'screens/course.tsx', frame: 'app' },
    { path: 'membership/reviews', file: 'screens/reviews.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Membership',
      path: '/membership',
      group: 'Ministry',
      order: 38,
      icon: 'IconSchool',
      permission: 'content.read',
    },
  ],
  actions: [
    {
      label: 'Create a membership site',
      path: '/membership?add=1',
      order: 38,
      icon: 'IconSchool',
      permission: 'content.write',
    },
  ],
  pageBlocks: {
    course: {
      label: 'Course',
      icon: 'IconSchool',
      form: () => import('./widgets/page-block.tsx').then(file => file.CourseBlockForm),
    },
  },
  portalSections: [{ label: 'Courses', description: 'Your courses and certificates.', order: 33, path: 'courses' }],
  statuses: {
    membershipSite: { draft: 'yellow', active: 'green', archived: 'grey' },
    courseMember: { active: 'green', inactive: 'grey' },
  },
  topics: { membership: 'content.read' },
  sampleIds: {
    'membership/sites/:id': { list: '/membership-sites?limit=1' },
    'membership/courses/:id': { list: '/courses?limit=1' },
  },
})
