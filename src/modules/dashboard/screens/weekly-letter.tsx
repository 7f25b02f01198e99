import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { emptyLetter } from '../letter/rules.ts'

export const meta = () => titled('Weekly letter')

type Section = Awaited<ReturnType<typeof client.weeklyLetter.read>>['sections'][number]

/** The letter of this week, as it would read now. */
export default function WeeklyLetterScreen() {
  const letter = useQuery(api.weeklyLetter.read.queryOptions({ input: {} }))
  return (
    <>
      <PageHeader title="Weekly letter" purpose="What you get by email on Mondays at 6:00 AM, as it would read now." />
      {letter.error ? (
        <ErrorPanel error={letter.error} what="the letter" onRetry={() => void letter.refetch()} />
      ) : letter.data ? (
        <Stack>
          {letter.data.sections.length === 0 ? <Text>{emptyLetter}</Text> : null}
          {letter.data.sections.map(section => (
            <Names key={section.part} section={section} />
          ))}
          <Anchor component={Link} to="/profile#notifications" size="sm">
            Choose your email notifications
          </Anchor>
        </Stack>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  )
}

const Names = ({ section: { title, names, more, href } }: { section: Section }) => (
  <Panel title={title}>
    <Stack gap="xs">
      {names.map(one => (
        <Text key={one.href} size="sm">
          <Anchor component={Link} to={one.href} inherit underline="always">
            {one.name}
          </Anchor>{' '}
          <Text span size="sm" c="dimmed">
            {one.note}
          </Text>
        </Text>
      ))}
      {more > 0 ? (
        <Anchor component={Link} to={href} size="sm">
          {more} more
        </Anchor>
      ) : null}
    </Stack>
  </Panel>
)
