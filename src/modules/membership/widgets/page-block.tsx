import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { api } from '#web/api.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/** Which site, and which course of it, a block of a page leads to. */
export function CourseBlockForm({ value, onChange }: FormProps) {
  const siteId = text(value.siteId)
  const sites = useQuery(
    api.membershipSites.list.queryOptions({ input: { limit: 200, sort: 'name', state: ['active'] } }),
  )
  const site = useQuery(
    api.membershipSites.get.queryOptions({ input: { id: siteId ?? '' }, enabled: siteId !== null, retry: false }),
  )
  return (
    <Stack gap="sm">
      <Select
        label="Membership site"
        searchable
        clearable
        data={(sites.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={siteId}
        onChange={next => onChange({ siteId: next, courseId: null })}
      />
      <Select
        label="Course"
        placeholder="The whole site"
        searchable
        clearable
        disabled={siteId === null}
        data={(site.data?.courseList ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={text(value.courseId)}
        onChange={courseId => onChange({ ...value, courseId })}
      />
    </Stack>
  )
}
