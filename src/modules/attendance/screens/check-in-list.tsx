import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconHome } from '@tabler/icons-react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { useList } from '#ui/use-list.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { HouseholdCard } from './household-card.tsx'
import { NewGuest } from './new-guest.tsx'

type Attendant = Awaited<ReturnType<typeof client.attendance.people>>['items'][number]

/** Everyone by name; one tap checks in, another one undoes it. */
export function CheckInList({ id }: { id: string }) {
  const { state, table } = useList(api.attendance.people, {
    filters: ['present'],
    given: { id },
    input: ({ filters: { present } }) => ({ id, ...(present && { present: true }) }),
    live: ['attendance'],
  })
  const columns: Column<Attendant>[] = [
    { key: 'name', header: 'Person', width: '45%', name: one => one.name, render: one => <Name one={one} /> },
    { key: 'checkedInAt', header: 'Check-in', render: one => <Actions id={id} one={one} /> },
  ]
  return (
    <DataTable
      label="people"
      columns={columns}
      {...table}
      searchPlaceholder="Search by name"
      filters={
        <FilterSelect
          state={state}
          name="present"
          label="Show"
          any="Everyone"
          options={[{ value: 'true', label: 'Checked in' }]}
        />
      }
      actions={<NewGuest id={id} />}
      empty={{ title: 'No one is here yet', text: 'Search for a name and press Check in.' }}
    />
  )
}

function Name({ one }: { one: Attendant }) {
  const { time } = useFormat()
  return (
    <Stack gap={0}>
      <Group gap="xs">
        <Text fw={550}>{one.name}</Text>
        {one.isFirst ? (
          <Badge variant="light" size="sm">
            First visit
          </Badge>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed">
        {[one.household?.name, one.checkedInAt && `here since ${time(String(one.checkedInAt))}`]
          .filter(Boolean)
          .join(', ')}
      </Text>
    </Stack>
  )
}

function Actions({ id, one }: { id: string; one: Attendant }) {
  const mayWrite = useMay('calendar.write')
  const { run, busy } = useMutate({ keys: [api.attendance.people.key(), api.attendance.get.key()] })
  if (!mayWrite) return one.checkedInAt ? <Badge variant="light">Checked in</Badge> : null
  const undo = () => client.attendance.undo({ id, personIds: [one.id] })
  if (one.checkedInAt)
    return (
      <Button
        variant="light"
        color="green"
        loading={busy}
        leftSection={<IconCheck size={16} stroke={1.75} />}
        aria-label={`Checked in: ${one.name}. Undo`}
        onClick={() => void run(undo, { done: `Check-in of ${one.name} undone` })}
      >
        Checked in
      </Button>
    )
  return (
    <Group gap="xs">
      <Button
        loading={busy}
        aria-label={`Check in ${one.name}`}
        onClick={() => void run(() => client.attendance.checkIn({ id, personIds: [one.id] }), { undo })}
      >
        Check in
      </Button>
      {one.household && one.household.size > 1 ? <Household id={id} household={one.household} /> : null}
    </Group>
  )
}

function Household({ id, household }: { id: string; household: NonNullable<Attendant['household']> }) {
  const { run, busy } = useMutate({ keys: [api.attendance.people.key(), api.attendance.get.key()] })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconHome size={16} stroke={1.75} />}
        aria-label={`All ${household.size} of ${household.name}: check in`}
        onClick={() =>
          void run(() => client.attendance.checkIn({ id, householdId: household.id }), {
            done: `${household.name} checked in`,
          })
        }
      >
        All {household.size}
      </Button>
      <HouseholdCard household={household} />
    </Group>
  )
}
