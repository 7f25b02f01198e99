import { defineModule, type NameOf } from '#kernel/modules.ts'

const ofCourse = (id: unknown, name: NameOf) => (id ? ` “${name('course', id)}”` : ' a course')
const form = () => import('./widgets/training-course.tsx').then(file => file.TrainingCourse)
const permission = 'content.read' as const
const href = () => '/membership?tab=members'

export default defineModule({
  name: 'learning',
  automationTriggers: {
    'lesson.completed': {
      label: 'Lesson completed',
      icon: 'IconCircleCheck',
      form,
      permission,
      sentence: ({ courseId }, name) => `someone completes a lesson of${ofCourse(courseId, name)}`,
    },
    'certificate.issued': {
      label: 'Certificate issued',
      icon: 'IconCertificate',
      form,
      permission,
      sentence: ({ courseId }, name) => `someone gets the certificate of${ofCourse(courseId, name)}`,
    },
    'training.expiring': {
      label: 'Training ends soon',
      icon: 'IconHourglassLow',
      form,
      permission,
      sentence: ({ courseId }, name) =>
        `the training${ofCourse(courseId, name)} of someone is about to expire (30 and 7 days before)`,
    },
    'training.expired': {
      label: 'Training has ended',
      icon: 'IconHourglassEmpty',
      form,
      permission,
      sentence: ({ courseId }, name) => `the training${ofCourse(courseId, name)} of someone has expired`,
    },
  },
  timelineKinds: {
    'course.enrolled': { sentence: () => 'Joined a course', href, icon: 'IconSchool' },
    'course.completed': { sentence: () => 'Completed a course', href, icon: 'IconCertificate' },
    'training.expired': { sentence: () => 'A training has ended', href, icon: 'IconHourglassEmpty' },
  },
  notificationKinds: { 'assignment-submitted': { label: 'An assignment waits for review', mail: true } },
  needs: [
    {
      name: 'assignments-to-review',
      order: 45,
      permission: 'content.write',
      load: () => import('./widgets/needs-me.tsx').then(file => file.AssignmentsToReview),
    },
  ],
  panels: {
    person: [
      {
        label: 'Courses',
        order: 33,
        permission: 'content.read',
        load: () => import('./widgets/courses-of-person.tsx').then(file => file.CoursesOfPerson),
      },
    ],
  },
})
