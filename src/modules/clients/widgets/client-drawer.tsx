import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { billingOf } from '../rules.ts'
import classes from './client-accounts.module.css'
import { EnterAsSupport, SuspendAccount } from './client-reasons.tsx'
import { ExportList, isMaking } from './export-list.tsx'
import { useOperating } from './use-operating.ts'

export type ClientAccount = Awaited<ReturnType<typeof client.operator.get>>

/** One account: how it stands, and what the operator can do for it. */
export function ClientDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const one = useQuery(
    api.operator.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      refetchInterval: ({ state: { data } }) => (data?.exports.some(isMaking) ? 1_500 : false),
    }),
  )
  return (
    <DetailDrawer id={id} onClose={onClose} query={one} title={account => account.name} noun="Client">
      {account => <Detail account={account} />}
    </DetailDrawer>
  )
}

function Detail({ account }: { account: ClientAccount }) {
  const { date } = useFormat()
  const { ownerEmail, ownerName, access, suspendedReason, createdAt } = account
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <Group gap="xs">
          <StatusBadge of="access" value={access} />
          <Text c="dimmed" size="sm">
            {billingOf(account)}, since {date(createdAt)}
          </Text>
        </Group>
        {ownerEmail ? (
          <Text>
            Owner: {ownerName ? `${ownerName}, ` : ''}
            <Anchor href={`mailto:${ownerEmail}`}>{ownerEmail}</Anchor>
          </Text>
        ) : null}
        {suspendedReason ? (
          <Alert color="red" title="Suspended">
            {suspendedReason}
          </Alert>
        ) : null}
      </Stack>
      <Figures usage={account.usage} />
      <Support account={account} />
      <Data account={account} />
      {account.house ? null : <Access account={account} />}
    </Stack>
  )
}

function Figures({ usage }: { usage: ClientAccount['usage'] }) {
  const { number } = useFormat()
  const shown = {
    Members: usage.members,
    People: usage.people,
    Leads: usage.leads,
    'Messages, 30 days': usage.messages,
  }
  return (
    <dl className={classes.figures}>
      {Object.entries(shown).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Support({ account }: { account: ClientAccount }) {
  const { time, dateTime } = useFormat()
  const { enter } = useMe()
  const operate = useOperating()
  const { id, name, member, supportUntil, entries } = account
  const leave = () => operate(() => client.operator.leave({ id }), `You have left ${name}`)
  return (
    <Stack gap="sm" component="section">
      <Title order={3}>Support</Title>
      {member ? (
        <Group>
          <Text c="dimmed">You are a member of this account.</Text>
          <Button variant="default" size="xs" onClick={() => enter(id)}>
            Open it
          </Button>
        </Group>
      ) : supportUntil ? (
        <Group>
          <Text>You have access as support until {time(supportUntil)}.</Text>
          <Button size="xs" onClick={() => enter(id)}>
            Open it
          </Button>
          <Button size="xs" variant="default" onClick={() => void leave()}>
            End support
          </Button>
        </Group>
      ) : (
        <EnterAsSupport account={account} />
      )}
      {entries.length > 0 ? (
        <ul className={classes.entries}>
          {entries.map(entry => (
            <li key={entry.id}>
              <Text size="sm">{entry.reason}</Text>
              <Text size="sm" c="dimmed">
                {entry.who}, {dateTime(entry.at)} to {time(entry.endedAt)}
              </Text>
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  )
}

function Data({ account }: { account: ClientAccount }) {
  const operate = useOperating()
  const making = account.exports.some(isMaking)
  const start = () => operate(() => client.operator.archive({ id: account.id }), 'Export started')
  return (
    <Stack gap="sm" component="section">
      <Title order={3}>Its data</Title>
      <Text c="dimmed">Everything in one file, without pastoral notes. It appears in the church’s audit log.</Text>
      <div>
        <Button variant="default" size="xs" disabled={making} onClick={() => void start()}>
          {making ? 'In progress' : 'Export everything'}
        </Button>
      </div>
      <ExportList items={account.exports} path="/storage/v1/operator-exports" />
    </Stack>
  )
}

function Access({ account }: { account: ClientAccount }) {
  const operate = useOperating()
  const { id, name, access } = account
  return (
    <Stack gap="sm" component="section">
      <Title order={3}>Access</Title>
      {access === 'suspended' ? (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => void operate(() => client.operator.unsuspend({ id }), `${name} is active again`)}
          >
            Lift the suspension
          </Button>
        </div>
      ) : (
        <SuspendAccount account={account} />
      )}
    </Stack>
  )
}
