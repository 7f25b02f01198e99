import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { PersonPicker } from '../widgets/person-picker.tsx'
import { BackToPeople } from './back-to-people.tsx'
import classes from './merge.module.css'
import { MergeFacts } from './merge-facts.tsx'
import { MergeSides } from './merge-sides.tsx'
import { type Preview, useMerge } from './use-merge.ts'

export const meta = () => titled('Merge two people')

/** Two who are one: who stays, what is kept, and what comes along. */
export default function MergeScreen() {
  const [params] = useSearchParams()
  const [first, second] = [params.get('first'), params.get('second')]
  return (
    <>
      <BackToPeople {...(first && { to: `/people/${first}`, label: 'Back' })} />
      <PageHeader
        title="Merge two people"
        purpose="Notes, tasks, conversations and everything else come together. You can undo this for 30 days."
      />
      {first && second && first !== second ? <Both first={first} second={second} /> : <Choose first={first} />}
    </>
  )
}

/** One of the two is known, or nobody yet. */
function Choose({ first }: { first: string | null }) {
  const [, setParams] = useSearchParams()
  const person = useQuery(api.people.get.queryOptions({ input: { id: first ?? '' }, enabled: Boolean(first) }))
  if (person.error) return <ErrorPanel error={person.error} what="this person" onRetry={() => void person.refetch()} />
  const name = person.data?.name
  const label = first ? `Who is the duplicate of ${name ?? '…'}?` : 'Who is a duplicate?'
  return (
    <Panel title={label}>
      <Stack maw="28rem">
        <PersonPicker
          label={label}
          onPick={id => setParams(first ? (id === first ? { first } : { first, second: id }) : { first: id })}
        />
        <Text size="sm" c="dimmed">
          Search by part of a name, email or phone number. Nothing is merged until you confirm.
        </Text>
      </Stack>
    </Panel>
  )
}

function Both({ first, second }: { first: string; second: string }) {
  const merging = useMerge(first, second)
  const { preview, busy, merge } = merging
  if (preview.error)
    return <ErrorPanel error={preview.error} what="these two people" onRetry={() => void preview.refetch()} />
  if (!preview.data)
    return (
      <Stack>
        <Skeleton height={140} />
        <Skeleton height={220} />
      </Stack>
    )
  const { kept } = preview.data
  return (
    <Stack>
      <MergeSides merging={merging} preview={preview.data} />
      <MergeFacts merging={merging} preview={preview.data} />
      <Along preview={preview.data} />
      <Group justify="flex-end">
        <Button component={Link} to={`/people/${first}`} variant="default">
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void merge(preview.data)}>
          Merge into {kept.name}
        </Button>
      </Group>
    </Stack>
  )
}

function Along({ preview: { gone, along, notices } }: { preview: Preview }) {
  return (
    <Panel title={`What is added from ${gone.name}`}>
      <Stack>
        {along.length === 0 ? (
          <Text c="dimmed">Nothing except the name.</Text>
        ) : (
          <ul className={classes.along}>
            {along.map(words => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
        {notices.length > 0 ? (
          <ul className={classes.notices}>
            {notices.map(notice => (
              <li key={notice}>
                <IconInfoCircle size={16} stroke={1.75} aria-hidden />
                <Text size="sm">{notice}</Text>
              </li>
            ))}
          </ul>
        ) : null}
      </Stack>
    </Panel>
  )
}
