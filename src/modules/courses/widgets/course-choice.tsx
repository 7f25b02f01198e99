import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { placeholderOf } from '#ui/placeholder.ts'
import { api } from '#web/api.ts'

/** Which course starts a workflow; none chosen: any. */
export const CourseChoice = (props: FormProps) => <Choice {...props} otherwise="Any course" />
/** Which course an action is about. */
export const CourseNeeded = (props: FormProps) => <Choice {...props} otherwise="Choose a course" />

function Choice({ value, onChange, otherwise }: FormProps & { otherwise: string }) {
  const { data } = useQuery(api.courses.list.queryOptions({ input: { limit: 200, sort: 'title' }, staleTime: 60_000 }))
  return (
    <Select
      label="Course"
      searchable
      clearable
      placeholder={placeholderOf(value.courseId) ?? otherwise}
      data={(data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      value={typeof value.courseId === 'string' ? value.courseId : null}
      onChange={courseId => onChange({ ...value, courseId })}
    />
  )
}
