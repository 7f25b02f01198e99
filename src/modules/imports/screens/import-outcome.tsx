import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { importedConsentText } from '../rules/summary.ts'
import { CountList, ErrorFile } from './import-counts.tsx'
import { ImportDuplicates } from './import-duplicates.tsx'
import { ImportProblems } from './import-problems.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { Counts, Detail, useImport } from './use-import.ts'

interface ImportOutcomeProps {
  found: Detail
  step: ReturnType<typeof useImport>['step']
}

/** A running import, and what became of one that has ended. */
export function ImportOutcome({ found, step }: ImportOutcomeProps) {
  const { state, problem, counts } = found
  if (state === 'running')
    return (
      <Stack gap="md">
        <ImportProgress found={found} verb="done" onStop={() => step.mutate('cancel')} />
        {counts ? (
          <Panel title="So far">
            <CountList counts={counts} tense="did" />
          </Panel>
        ) : null}
      </Stack>
    )
  return (
    <Stack gap="md">
      {problem ? (
        <Alert
          icon={<IconAlertTriangle stroke={1.75} />}
          color={state === 'failed' ? 'red' : 'yellow'}
          title={state === 'failed' ? 'The import failed' : 'Notes'}
        >
          {problem}
        </Alert>
      ) : null}
      {found.startedAt === null ? <Unread found={found} step={step} /> : <Ended found={found} step={step} />}
      {counts && counts.duplicates > 0 && state !== 'undone' ? <ImportDuplicates importId={found.id} /> : null}
    </Stack>
  )
}

/** Nothing was imported: the file could not be read, or the check broke off. */
function Unread({ found, step }: ImportOutcomeProps) {
  const navigate = useNavigate()
  async function putAway() {
    try {
      await client.imports.remove({ id: found.id })
      toast('The file was removed')
      await navigate('/people/import')
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Group>
      <Button component={Link} to="/people/import">
        Choose another file
      </Button>
      {found.columns.length > 0 ? (
        <Button variant="default" onClick={() => step.mutate('check')}>
          Check again
        </Button>
      ) : null}
      <Button variant="default" onClick={() => void putAway()}>
        Remove this file
      </Button>
    </Group>
  )
}

const titles: Record<string, string> = {
  completed: 'Result',
  cancelled: 'Stopped. Everything imported so far was kept.',
  failed: 'Imported before it stopped',
  undone: 'Result before the undo',
}

function Ended({ found, step }: ImportOutcomeProps) {
  const { number } = useFormat()
  const { id, state, counts, rows, rowsDone, errorFileId } = found
  const mine = `/people?import=${id}`
  const unfinished = state === 'cancelled' || state === 'failed'
  return (
    <Panel title={titles[state]}>
      <Stack gap="md">
        {counts ? <CountList counts={counts} tense="did" to={state === 'undone' ? undefined : mine} /> : null}
        {counts ? <ConsentCounts counts={counts} /> : null}
        {unfinished ? (
          <Text c="dimmed">
            {number(rowsDone)} of {counted(rows, 'rows', number)} done. You can continue where it stopped.
          </Text>
        ) : null}
        {state === 'undone' ? <Text c="dimmed">Undone: {number(rowsDone)} moved to the trash for 30 days.</Text> : null}
        {errorFileId && counts ? <ErrorFile id={errorFileId} name={found.name} rows={counts.errors} /> : null}
        <ImportProblems found={found} />
        <Group>
          {unfinished ? (
            <Button onClick={() => step.mutate('run')} loading={step.isPending}>
              Continue
            </Button>
          ) : null}
          {state === 'completed' ? <Places found={found} /> : null}
          {found.undoableUntil ? <Undo found={found} step={step} /> : null}
        </Group>
      </Stack>
    </Panel>
  )
}

function ConsentCounts({ counts }: { counts: Counts }) {
  const text = importedConsentText(counts)
  return text ? <Text>{text}</Text> : null
}

/** Where the people are now. */
function Places({ found }: { found: Detail }) {
  const { groupId, newGroupName, putOnBoard } = found.options
  const groups = useQuery(
    api.groups.list.queryOptions({ input: {}, enabled: groupId !== null || newGroupName !== null }),
  )
  const group = groups.data?.items.find(
    one => one.id === groupId || one.name.toLowerCase() === newGroupName?.toLowerCase(),
  )
  return (
    <>
      <Button component={Link} to={found.counts?.created ? `/people?import=${found.id}` : '/people'}>
        Show people
      </Button>
      {group ? (
        <Button component={Link} to={`/people?group=${group.id}`} variant="default">
          Open {group.name}
        </Button>
      ) : null}
      {putOnBoard ? (
        <Button component={Link} to="/leads" variant="default">
          Open the board
        </Button>
      ) : null}
    </>
  )
}

function Undo({ found, step }: ImportOutcomeProps) {
  const { number, date } = useFormat()
  const people = found.counts?.created ?? 0
  async function ask() {
    const agreed = await confirm({
      title: `Undo ${people === 1 ? 'one person' : `${number(people)} people`}?`,
      text: 'The people whom this import added go to the trash, where they stay for 30 days. The consent it recorded is undone, unless it was changed since. People someone has worked with since stay, and people who were there before keep what the file added.',
      confirm: people === 1 ? 'Undo for one person' : `Undo for ${number(people)} people`,
      danger: true,
    })
    if (agreed) step.mutate('undo')
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void ask()} title={`Until ${date(found.undoableUntil!)}`}>
      Undo
    </Button>
  )
}
