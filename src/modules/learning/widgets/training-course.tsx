import { CourseChoice } from '#courses/widgets/course-choice.tsx'
import type { FormProps } from '#kernel/modules.ts'

/** The course of a trigger about lessons, certificates and trainings. */
export const TrainingCourse = (props: FormProps) => <CourseChoice {...props} />
