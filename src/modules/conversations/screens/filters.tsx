import { Badge, Button, Group, NativeSelect, Popover, Stack, Switch } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import type { ListState } from '#ui/use-list-state.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import classes from './conversations.module.css'
import { newest } from './use-conversations.ts'
import { Views } from './views.tsx'

const switches = [
  ['unread', 'Unread'],
  ['mine', 'Mine'],
  ['waiting', 'Waiting for more than 24 hours'],
  ['optedOut', 'Opted out'],
] as const

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
]

/** What the list shows and in which order; how many filters are set stands on the button. */
export function Filters({ state }: { state: ListState<string> }) {
  const set = Object.keys(state.filters).filter(name => name !== 'in').length
  return (
    <div className={classes.bar}>
      <Popover position="bottom-start" width={300} trapFocus shadow="md">
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFilter size={14} stroke={1.75} />}
            rightSection={
              set > 0 ? (
                <Badge size="sm" circle>
                  {set}
                </Badge>
              ) : null
            }
          >
            Filter
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Choices state={state} />
        </Popover.Dropdown>
      </Popover>
      <NativeSelect
        size="xs"
        aria-label="Sort"
        value={state.sort}
        onChange={event => state.setSort(event.currentTarget.value)}
        data={[
          { value: newest, label: 'Newest first' },
          { value: 'waiting', label: 'Waiting longest' },
        ]}
      />
      {state.q ? (
        <Switch
          size="xs"
          label="In messages"
          checked={state.filters.in === '1'}
          onChange={event => state.setFilter('in', event.currentTarget.checked ? '1' : null)}
        />
      ) : null}
    </div>
  )
}

function Choices({ state }: { state: ListState<string> }) {
  const tags = useQuery(api.tags.list.queryOptions({ input: {} })).data?.items ?? []
  const { filters, setFilter } = state
  const select = (name: string, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      size="xs"
      label={label}
      value={filters[name] ?? data[0]!.value}
      onChange={event =>
        setFilter(name, event.currentTarget.value === data[0]!.value ? null : event.currentTarget.value)
      }
      data={data}
    />
  )
  return (
    <Stack gap="xs">
      {select('status', 'Status', statuses)}
      {select('channel', 'Channel', [
        { value: '', label: 'All channels' },
        { value: 'sms', label: 'Texts' },
        { value: 'email', label: 'E-mail' },
        { value: 'voice', label: 'Calls' },
        { value: 'chat', label: 'Chat' },
      ])}
      <MemberSelect
        size="xs"
        label="Assigned to"
        placeholder="Anyone"
        nobody="Nobody"
        comboboxProps={{ withinPortal: false }}
        value={filters.assignee ?? null}
        onChange={value => setFilter('assignee', value)}
      />
      {select('tag', 'Tag', [
        { value: '', label: 'Any tag' },
        ...tags.map(({ id, name }) => ({ value: id, label: name })),
      ])}
      <Toggles state={state} />
      <Group justify="flex-end">
        <Button size="compact-xs" variant="subtle" disabled={!state.narrowed} onClick={state.clear}>
          Clear all
        </Button>
      </Group>
      <Views state={state} />
    </Stack>
  )
}

function Toggles({ state: { filters, setFilter } }: { state: ListState<string> }) {
  const pastoral = useMay('pastoral.read')
  const shown = [...switches, ...(pastoral ? ([['private', 'Confidential']] as const) : [])]
  return shown.map(([name, label]) => (
    <Switch
      key={name}
      size="xs"
      label={label}
      checked={filters[name] === '1'}
      onChange={event => setFilter(name, event.currentTarget.checked ? '1' : null)}
    />
  ))
}
