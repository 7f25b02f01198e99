import { ActionIcon, Anchor, Badge, Button, Group, Menu, NativeSelect, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '#ui/panel.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { householdRoles } from '../rules/fields.ts'
import { HouseholdSuggestions } from '../widgets/household-suggestions.tsx'
import { PersonPicker } from '../widgets/person-picker.tsx'
import classes from './person.module.css'
import type { Person } from './person-fields.tsx'

type Home = Person['households'][number]
type Member = Home['members'][number]
type Role = (typeof householdRoles)[number]

/** Does something to a household and shows it as it is now. */
function useHousehold() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      toastError(error, 'The household was not changed')
    } finally {
      await queries.invalidateQueries({ queryKey: api.people.key() })
    }
  }
}

/** The families someone belongs to, shown as one card each. */
export function Households({ person, mayWrite }: { person: Person; mayWrite: boolean }) {
  const change = useHousehold()
  const start = () =>
    change(() =>
      client.households.create({
        name: `${person.lastName || person.name} family`,
        members: [{ personId: person.id, isPrimary: true }],
      }),
    )
  if (person.households.length === 0)
    return mayWrite ? (
      <Panel title="Household">
        <Stack gap="xs" align="start">
          <HouseholdSuggestions personId={person.id} />
          <Text c="dimmed">People who live together share a household: one visit, one email, one follow-up.</Text>
          <Button variant="default" size="xs" onClick={() => void start()}>
            Start a household
          </Button>
        </Stack>
      </Panel>
    ) : null
  return (
    <>
      {mayWrite ? <HouseholdSuggestions personId={person.id} /> : null}
      {person.households.map(home => (
        <HouseholdCard key={home.id} home={home} mayWrite={mayWrite} change={change} />
      ))}
    </>
  )
}

interface CardProps {
  home: Home
  mayWrite: boolean
  change: ReturnType<typeof useHousehold>
}

function HouseholdCard({ home, mayWrite, change }: CardProps) {
  const [adding, { toggle, close }] = useDisclosure()
  return (
    <Panel
      title={home.name}
      actions={
        mayWrite ? (
          <Button size="compact-sm" variant="subtle" onClick={toggle} aria-expanded={adding}>
            Add a person
          </Button>
        ) : null
      }
    >
      <ul className={classes.list}>
        {home.members.map(member => (
          <MemberRow key={member.personId} home={home} member={member} mayWrite={mayWrite} change={change} />
        ))}
      </ul>
      {adding ? <AddMember home={home} change={change} onDone={close} /> : null}
    </Panel>
  )
}

function MemberRow({ home, member, mayWrite, change }: CardProps & { member: Member }) {
  const join = (role: Role, isPrimary: boolean) =>
    change(() => client.households.join({ id: home.id, personId: member.personId, role, isPrimary }))
  return (
    <li className={classes.row}>
      <Anchor component={Link} to={`/people/${member.personId}`} className={classes.grow}>
        {member.name}
      </Anchor>
      {member.isPrimary ? (
        <Badge variant="light" tt="none" size="sm">
          Primary contact
        </Badge>
      ) : null}
      <Text size="sm" c="dimmed">
        {statusLabel(member.role)}
        {member.unconfirmed ? ' · added by a form' : ''}
      </Text>
      {mayWrite ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`Edit ${member.name}`}>
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {member.unconfirmed ? (
              <Menu.Item onClick={() => void join(member.role, member.isPrimary)}>Confirm membership</Menu.Item>
            ) : null}
            {member.isPrimary ? null : (
              <Menu.Item onClick={() => void join(member.role, true)}>Make primary contact</Menu.Item>
            )}
            {householdRoles
              .filter(role => role !== member.role)
              .map(role => (
                <Menu.Item key={role} onClick={() => void join(role, member.isPrimary)}>
                  Role {role === 'adult' ? 'an adult' : role === 'child' ? 'a child' : 'other'}
                </Menu.Item>
              ))}
            <Menu.Item
              color="red"
              onClick={() => void change(() => client.households.leave({ id: home.id, personId: member.personId }))}
            >
              Remove
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  )
}

function AddMember({ home, change, onDone }: Omit<CardProps, 'mayWrite'> & { onDone: () => void }) {
  const [role, setRole] = useState<Role>('adult')
  const add = (personId: string) =>
    void change(() => client.households.join({ id: home.id, personId, role, isPrimary: false })).then(onDone)
  return (
    <Group gap="xs" wrap="nowrap" mt="xs">
      <PersonPicker className={classes.grow} label="Person" onPick={add} />
      <NativeSelect
        aria-label="Role"
        value={role}
        onChange={event => setRole(event.currentTarget.value as Role)}
        data={householdRoles.map(value => ({ value, label: statusLabel(value) }))}
      />
    </Group>
  )
}
