import { ActionIcon, Button, Group, Menu, NativeSelect, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayGrant, type Role, roles } from '#kernel/permissions.ts'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Initials } from '#ui/initials.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import { Invite } from './invite.tsx'
import { RemoveMember } from './remove-member.tsx'
import classes from './settings.module.css'

type Member = Awaited<ReturnType<typeof client.members.list>>['items'][number]
type Invitation = Awaited<ReturnType<typeof client.invitations.list>>['items'][number]

/** Does something to the team, says so, and shows the team as it is now. */
const useTeam = () => useAct(api.members.key(), api.invitations.key())

export function Team() {
  const mayWrite = useMay('members.write')
  const [inviting, { open, close }] = useDisclosure()
  const members = useQuery(api.members.list.queryOptions({ input: {} }))
  return (
    <Stack>
      <Panel
        title="Members"
        actions={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={open}>
              Invite
            </Button>
          ) : null
        }
      >
        {members.error ? (
          <ErrorPanel error={members.error} what="the team" onRetry={() => void members.refetch()} />
        ) : !members.data ? (
          <SkeletonRows rows={3} />
        ) : (
          <ul className={classes.list}>
            {members.data.items.map(member => (
              <MemberRow key={member.id} member={member} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
      </Panel>
      {mayWrite ? <Invitations /> : null}
      <Invite opened={inviting} onClose={close} />
    </Stack>
  )
}

function MemberRow({ member, mayWrite }: { member: Member; mayWrite: boolean }) {
  const { account, user } = useMe()
  const mayChange = mayWrite && (account.role === 'owner' || member.role !== 'owner')
  const name = member.name || member.email
  return (
    <li className={classes.row}>
      <Initials name={name} src={member.avatarUrl} />
      <div className={classes.who}>
        <Text fw={550} truncate>
          {name}
          {member.userId === user.id ? ' (you)' : ''}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {member.email}
        </Text>
      </div>
      {mayChange ? <MemberControls member={member} name={name} /> : <StatusBadge of="role" value={member.role} />}
    </li>
  )
}

function MemberControls({ member, name }: { member: Member; name: string }) {
  const { account, user } = useMe()
  const team = useTeam()
  const queries = useQueryClient()
  const [removing, { open, close }] = useDisclosure()
  const change = (role: Role) => {
    const input = { id: member.id, role, version: member.version }
    return team(() => client.members.update(input), `${name} is now ${role}`, 'The role was not changed')
  }
  async function transfer() {
    const agreed = await confirm({
      title: `Transfer the account to ${name}?`,
      text: `${name} becomes the owner, and you an admin. Only the new owner can undo this.`,
      confirm: `Make ${name} the owner`,
      danger: true,
    })
    if (!agreed) return
    await team(() => client.members.transfer({ id: member.id }), `${name} is now the owner`, 'You are still the owner')
    await queries.invalidateQueries({ queryKey: api.clients.key() })
  }
  return (
    <>
      <NativeSelect
        aria-label={`Role of ${name}`}
        className={classes.role}
        value={member.role}
        data={roles
          .filter(role => role === member.role || mayGrant(account.role, role))
          .map(role => ({ value: role, label: statusLabel(role) }))}
        onChange={event => void change(event.currentTarget.value as Role)}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More for ${name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {account.role === 'owner' && member.userId !== user.id ? (
            <Menu.Item onClick={() => void transfer()}>Make owner of the account</Menu.Item>
          ) : null}
          <Menu.Item color="red" onClick={open}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RemoveMember member={member} name={name} opened={removing} onClose={close} />
    </>
  )
}

function Invitations() {
  const { data, error, refetch } = useQuery(
    api.invitations.list.queryOptions({ input: {}, meta: { live: ['members'] } }),
  )
  const team = useTeam()
  if (error) return <ErrorPanel error={error} what="invitations" onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="Invitations">
      <ul className={classes.list}>
        {data.items.map(invitation => (
          <InvitationRow key={invitation.id} invitation={invitation} team={team} />
        ))}
      </ul>
    </Panel>
  )
}

function InvitationRow({ invitation, team }: { invitation: Invitation; team: ReturnType<typeof useTeam> }) {
  const { id, email, role, state, sentAt } = invitation
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fw={550} truncate>
          {email}
        </Text>
        <Text size="sm" c="dimmed">
          Role {role}, sent <RelativeTime at={sentAt} />
        </Text>
      </div>
      <StatusBadge of="invitation" value={state === 'open' ? 'pending' : 'expired'} />
      <Group gap={4}>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            void team(() => client.invitations.resend({ id }), `Sent to ${email} again`, 'The invitation was not sent')
          }
        >
          Resend
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`More for ${email}`}>
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              color="red"
              onClick={() =>
                void team(
                  () => client.invitations.revoke({ id }),
                  'Invitation canceled',
                  'The invitation was not canceled',
                )
              }
            >
              Withdraw
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  )
}
