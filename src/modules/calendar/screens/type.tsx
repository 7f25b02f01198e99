import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { Basics, ShareType, When } from './type-fields.tsx'
import { Questions } from './type-questions.tsx'
import { Reminders } from './type-reminders.tsx'
import { Rules } from './type-rules.tsx'
import { Who } from './type-who.tsx'
import type { CalendarType } from './use-calendar.ts'
import { useTypeForm } from './use-type-form.ts'

export const meta = () => titled('Calendar type')

/** A new calendar type, or one that there is. */
export default function TypeScreen() {
  const { id = 'new' } = useParams()
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery(api.calendarTypes.get.queryOptions({ input: { id }, enabled: !isNew }))
  if (error) return <ErrorPanel error={error} what="this calendar type" onRetry={() => void refetch()} />
  if (!isNew && !data) return <SkeletonRows rows={6} height={56} />
  return <TypeForm key={data ? `${data.id} ${data.version}` : 'new'} type={data ?? null} />
}

function TypeForm({ type }: { type: CalendarType | null }) {
  const { form, save, busy, problem } = useTypeForm(type)
  const submit = useMay('calendar.write') ? (
    <Button type="submit" loading={busy}>
      Save
    </Button>
  ) : undefined
  return (
    <form onSubmit={save} noValidate>
      <PageHeader
        title={type?.name ?? 'Add calendar type'}
        purpose="What guests can book, with whom, when and where."
        action={submit}
      />
      <Stack>
        <Problem error={problem} />
        {type ? <ShareType type={type} /> : null}
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Basics form={form} />
          <Who form={form} />
          <When form={form} />
          <Rules form={form} />
          <Questions form={form} />
          <Reminders form={form} />
        </SimpleGrid>
        <Group justify="flex-end">{submit}</Group>
      </Stack>
    </form>
  )
}
