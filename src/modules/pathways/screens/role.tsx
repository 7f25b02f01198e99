import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type TrainingState, trainingWords } from '../rules/training.ts'
import { type Role, RoleForm } from './role-form.tsx'

/** One role: its people, and where they stand in each training. */
export function RoleDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery(
    api.servingRoles.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      meta: { live: ['pathways', 'courses'] },
    }),
  )
  const mayWrite = useMay('content.write')
  return (
    <DetailDrawer
      id={id}
      onClose={onClose}
      query={query}
      title={role => role.name}
      noun="Role"
      actions={role => (mayWrite ? <Actions key={role.version} role={role} onClose={onClose} /> : null)}
    >
      {role => <Trained role={role} />}
    </DetailDrawer>
  )
}

function Actions({ role, onClose }: { role: Role; onClose: () => void }) {
  const [editing, edit] = useDisclosure()
  const act = useAct(api.servingRoles.key(), api.servingAssignments.key())
  async function remove() {
    const text = 'Its assignments are deleted with it.'
    if (!(await confirm({ title: `Delete ${role.name}?`, text, confirm: 'Delete role', danger: true }))) return
    onClose()
    await act(() => client.servingRoles.remove({ id: role.id }), `${role.name} deleted`)
  }
  return (
    <>
      <Button variant="default" onClick={edit.open}>
        Edit
      </Button>
      <Button variant="subtle" color="red" onClick={() => void remove()}>
        Delete
      </Button>
      <RoleForm role={role} opened={editing} onClose={edit.close} />
    </>
  )
}

/** "2027-03-01" as the church writes it: a day has no zone. */
export function useDay() {
  const { locale } = useFormat()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}

export function TrainingBadge({ training }: { training: TrainingState }) {
  const day = useDay()
  return <StatusBadge of="training" value={training.state} label={trainingWords(training, day)} />
}

function Trained({ role }: { role: Role }) {
  return (
    <Stack>
      {role.description ? <Text>{role.description}</Text> : null}
      <Text c="dimmed">
        {role.group ? `Group: ${role.group}. ` : ''}
        {role.trainings.length === 0 ? 'No training is required.' : ''}
      </Text>
      {role.people.length === 0 ? (
        <Text>No one does this yet. Choose a group, or assign someone to an event.</Text>
      ) : (
        <Table aria-label="People and their trainings">
          <Table.Tbody>
            {role.people.map(person => (
              <Table.Tr key={person.personId}>
                <Table.Td>
                  <Anchor component={Link} to={`/people/${person.personId}`}>
                    {person.name}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <Stack gap="xs">
                    {person.trainings.map(training => (
                      <Group key={training.courseId} gap="xs">
                        <TrainingBadge training={training} />
                        <Text size="sm">{training.title}</Text>
                      </Group>
                    ))}
                  </Stack>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}
