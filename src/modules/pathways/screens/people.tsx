import { ActionIcon, Anchor, Button, Menu, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconCheck, IconDots, IconPlus, IconTrash, IconUserHeart } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import { stepStateNames } from '../rules/progress.ts'
import { type PeopleFilter, peopleFilterNames, peopleFilters } from '../rules/states.ts'
import { AddPeople, SetMentor } from './people-dialogs.tsx'
import { SignOffDialog, type SignOffOf } from './sign-off-dialog.tsx'
import type { Pathway } from './use-pathway-draft.ts'

type Row = Awaited<ReturnType<typeof client.pathwayPeople.list>>['items'][number]
const keys = [api.pathwayPeople.key(), api.pathways.key()]
const options = peopleFilters.filter(one => one !== 'all').map(value => ({ value, label: peopleFilterNames[value] }))

/** Everyone on a pathway, and how far they are. */
export function People({ pathway }: { pathway: Pathway }) {
  const mayWrite = useMay('content.write')
  const [adding, add] = useDisclosure()
  const [signing, setSigning] = useState<SignOffOf | null>(null)
  const [mentored, setMentored] = useState<Row | null>(null)
  const given = { pathwayId: pathway.id }
  const { state, table } = useList(api.pathwayPeople.list, {
    filters: ['state'],
    given,
    live: ['pathways'],
    input: ({ filters }) => ({ ...given, ...(filters.state && { state: filters.state as PeopleFilter }) }),
  })
  const isOpen = pathway.state === 'active'
  const button = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} disabled={!isOpen} onClick={add.open}>
      Add people
    </Button>
  )
  return (
    <>
      <DataTable
        label="people"
        columns={useColumns(setSigning, setMentored)}
        {...table}
        searchPlaceholder="Name"
        filters={<FilterSelect state={state} name="state" label="Progress" any="Everyone" options={options} />}
        actions={mayWrite ? button : undefined}
        empty={{
          title: 'No one is on this pathway yet',
          text: isOpen
            ? 'Add people, and the first step opens for each of them.'
            : 'Publish this pathway, then add people.',
        }}
      />
      <AddPeople pathwayId={pathway.id} opened={adding} onClose={add.close} />
      <SetMentor row={mentored} onClose={() => setMentored(null)} />
      <SignOffDialog step={signing} onClose={() => setSigning(null)} />
    </>
  )
}

function useColumns(onSign: (of: SignOffOf) => void, onMentor: (row: Row) => void): Column<Row>[] {
  const { date } = useFormat()
  return [
    {
      key: 'name',
      header: 'Person',
      width: '22%',
      name: (row: Row) => row.name,
      render: row => (
        <Anchor component={Link} to={`/people/${row.personId}`} fw={550}>
          {row.name}
        </Anchor>
      ),
    },
    { key: 'progress', header: 'Progress', width: '20%', render: row => <Done row={row} /> },
    { key: 'next', header: 'Next step', width: '24%', render: row => <Next row={row} /> },
    { key: 'mentor', header: 'Mentor', optional: true, render: row => row.mentor || 'Anyone' },
    { key: 'startedAt', header: 'Since', optional: true, card: 'hidden', render: row => date(row.startedAt) },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right' as const,
      card: 'plain' as const,
      render: row => <Actions row={row} onSign={onSign} onMentor={onMentor} />,
    },
  ]
}

const Done = ({ row: { name, done, total } }: { row: Row }) => (
  <Stack gap={4}>
    <Text size="sm" data-figures>
      {done} of {total}
    </Text>
    <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={`${name}: ${done} of ${total} done`} />
  </Stack>
)

function Next({ row }: { row: Row }) {
  const { date } = useFormat()
  if (row.completedAt) return <Text size="sm">Completed {date(row.completedAt)}</Text>
  const step = row.steps.find(({ state }) => state === 'waiting') ?? row.steps.find(({ state }) => state === 'next')
  if (!step) return null
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm">{step.title}</Text>
      <StatusBadge of="pathwayStep" value={step.state} label={stepStateNames[step.state]} />
    </Stack>
  )
}

interface ActionsProps {
  row: Row
  onSign: (of: SignOffOf) => void
  onMentor: (row: Row) => void
}
const icon = { size: 16, stroke: 1.75 }

function Actions({ row, onSign, onMentor }: ActionsProps) {
  const mayWrite = useMay('content.write')
  const { user } = useMe()
  const act = useAct(...keys)
  if (!mayWrite && row.mentorId !== user.id) return null
  async function remove() {
    const text = 'Sign-offs are kept. Access to courses that came by this pathway ends.'
    if (!(await confirm({ title: `Remove ${row.name}?`, text, confirm: 'Remove', danger: true }))) return
    await act(() => client.pathwayPeople.remove({ id: row.id }), `${row.name} removed`)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${row.name}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <StepItems row={row} onSign={onSign} />
        {mayWrite ? (
          <>
            <Menu.Item leftSection={<IconUserHeart {...icon} />} onClick={() => onMentor(row)}>
              Set mentor
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
              Remove from pathway
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function StepItems({ row, onSign }: Pick<ActionsProps, 'row' | 'onSign'>) {
  const act = useAct(...keys)
  const undo = (stepId: string) =>
    act(() => client.pathwayPeople.undoSignOff({ id: row.id, stepId }), 'Sign-off undone')
  return row.steps
    .filter(({ kind }) => kind === 'real_life')
    .map(({ id: stepId, title, state }) =>
      state === 'done' ? (
        <Menu.Item key={stepId} leftSection={<IconArrowBackUp {...icon} />} onClick={() => void undo(stepId)}>
          Undo sign-off: {title}
        </Menu.Item>
      ) : (
        <Menu.Item
          key={stepId}
          leftSection={<IconCheck {...icon} />}
          onClick={() => onSign({ id: row.id, stepId, name: row.name, step: title })}
        >
          Sign off: {title}
        </Menu.Item>
      ),
    )
}
