import { defineModule, type NameOf } from '#kernel/modules.ts'

const ofCourse = (id: unknown, name: NameOf) => (id ? ` “${name('course', id)}”` : ' a course')
const form = () => import('./widgets/course-choice.tsx').then(file => file.CourseChoice)
const needed = () => import('./widgets/course-choice.tsx').then(file => file.CourseNeeded)
const permission = 'content.read' as const
const href = () => '/membership?tab=members'

export default defineModule({
  name: 'learning',
  automationTriggers: {
    'course.enrolled': {
      ...{ label: 'Enrolled in a course', icon: 'IconSchool', form, permission },
      sentence: ({ courseId }, name) => `someone joins${ofCourse(courseId, name)}`,
    },
    'lesson.completed': {
      ...{ label: 'Lesson completed', icon: 'IconCircleCheck', form, permission },
      sentence: ({ courseId }, name) => `someone completes a lesson of${ofCourse(courseId, name)}`,
    },
    'course.completed': {
      ...{ label: 'Course completed', icon: 'IconCertificate', form, permission },
      sentence: ({ courseId }, name) => `someone completes${ofCourse(courseId, name)}`,
    },
    'course.inactive': {
      ...{ label: 'Inactive in a course', icon: 'IconZzz', form, permission },
      sentence: ({ courseId }, name) => `someone does nothing in${ofCourse(courseId, name)} for as long as it allows`,
    },
    'course.access_ended': {
      ...{ label: 'Access to a course ended', icon: 'IconLock', form, permission },
      sentence: ({ courseId }, name) => `someone’s access to${ofCourse(courseId, name)} ends`,
    },
    'certificate.issued': {
      ...{ label: 'Certificate issued', icon: 'IconCertificate', form, permission },
      sentence: ({ courseId }, name) => `someone gets the certificate of${ofCourse(courseId, name)}`,
    },
    'training.expiring': {
      ...{ label: 'Training ends soon', icon: 'IconHourglassLow', form, permission },
      sentence: ({ courseId }, name) => `someone’s training${ofCourse(courseId, name)} ends in 30 or 7 days`,
    },
    'training.expired': {
      ...{ label: 'Training has ended', icon: 'IconHourglassEmpty', form, permission },
      sentence: ({ courseId }, name) => `someone’s training${ofCourse(courseId, name)} ends`,
    },
  },
  automationActions: {
    'course.enroll': {
      ...{ label: 'Enroll in a course', icon: 'IconSchool', form: needed, permission: 'content.write' },
      sentence: ({ courseId }, name) => `Enroll the person in${ofCourse(courseId, name)}`,
    },
    'course.remove': {
      ...{ label: 'Remove from a course', icon: 'IconUserMinus', form: needed, permission: 'content.write' },
      sentence: ({ courseId }, name) => `Remove the person from${ofCourse(courseId, name)}`,
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
