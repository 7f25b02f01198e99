import { Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DEMO_EMAIL } from '#identity/rules.ts'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { useMe } from './me.tsx'
import classes from './shell.module.css'
import { readStatus } from './status.ts'

/** Says where this is not the real thing: the demo church, or services that are only played. */
export function ModeChip() {
  const { user, account } = useMe()
  const inDemo = user.email === DEMO_EMAIL && !account.house
  const { data } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => readStatus(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const played = data?.providers.filter(({ state }) => state !== 'live') ?? []
  if (!data || (!inDemo && played.length === 0)) return null
  return (
    <Popover position="bottom-end" width={280} shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.mode}>{inDemo ? 'Demo' : 'Sandbox'}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm">
            {inDemo ? 'This is a demo church. ' : ''}
            Sandbox services don’t send anything to real people.
          </Text>
          {data.providers.map(({ name, state }) => (
            <Group key={name} justify="space-between">
              <Text size="sm">{statusLabel(name)}</Text>
              <StatusBadge of="provider" value={state} />
            </Group>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
