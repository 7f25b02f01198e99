import { defineModule, type NameOf } from '#kernel/modules.ts'

const ofCourse = (id: unknown, name: NameOf) => (id ? ` “${name('course', id)}”` : ' a course')
const form = () => import('./widgets/course-choice.tsx').then(file => file.CourseChoice)
const needed = () => import('./widgets/course-choice.tsx').then(file => file.CourseNeeded)
const permission = 'content.read' as const

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
  automationTriggers: {
    'course.enrolled': {
      label: 'Enrolled in a course',
      icon: 'IconSchool',
      form,
      permission,
      sentence: ({ courseId }, name) => `someone joins${ofCourse(courseId, name)}`,
    },
    'course.completed': {
      label: 'Course completed',
      icon: 'IconCertificate',
      form,
      permission,
      sentence: ({ courseId }, name) => `someone completes${ofCourse(courseId, name)}`,
    },
    'course.inactive': {
      label: 'Inactive in a course',
      icon: 'IconZzz',
      form,
      permission,
      sentence: ({ courseId }, name) => `someone does nothing in${ofCourse(courseId, name)} for as long as it allows`,
    },
    'course.access_ended': {
      label: 'Access to a course ended',
      icon: 'IconLock',
      form,
      permission,
      sentence: ({ courseId }, name) => `access to${ofCourse(courseId, name)} has ended for someone`,
    },
  },
  automationActions: {
    'course.enroll': {
      label: 'Enroll in a course',
      icon: 'IconSchool',
      form: needed,
      permission: 'content.write',
      sentence: ({ courseId }, name) => `Enroll the person in${ofCourse(courseId, name)}`,
    },
    'course.remove': {
      label: 'Remove from a course',
      icon: 'IconUserMinus',
      form: needed,
      permission: 'content.write',
      sentence: ({ courseId }, name) => `Remove the person from${ofCourse(courseId, name)}`,
    },
  },
  calendarEntries: {
    cohort: {
      label: 'Course start',
      plural: 'Course starts',
      icon: 'IconSchool',
      permission: 'content.read',
      topic: 'courses',
      href: courseId => `/membership/courses/${courseId}?view=learners`,
    },
  },
  statuses: { course: { draft: 'yellow', published: 'green', archived: 'grey' } },
  topics: { courses: 'content.read' },
})
