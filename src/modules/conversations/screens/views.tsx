import { ActionIcon, Button, Divider, Group, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#ui/use-act.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { listFilters, newest } from './use-conversations.ts'

/** Filters that one keeps under a name. */
export function Views({ state }: { state: ListState<string> }) {
  const act = useAct(api.conversationViews.key())
  const change = useSearchChange()
  const [name, setName] = useState('')
  const views = useQuery(api.conversationViews.list.queryOptions({ input: {} })).data?.items ?? []
  const save = async () => {
    const { filters, sort, q } = state
    const set = Object.fromEntries(Object.entries(filters).flatMap(([key, value]) => (value ? [[key, value]] : [])))
    const filter = { ...set, ...(sort !== newest && { sort }), ...(q && { q }) }
    if (await act(() => client.conversationViews.create({ name, filter }), 'View saved')) setName('')
  }
  const show = (filter: Record<string, string>) =>
    change(Object.fromEntries(['q', 'sort', ...listFilters].map(key => [key, filter[key] ?? null])))
  return (
    <>
      <Divider />
      <Text size="xs" fw={550}>
        Your views
      </Text>
      {views.map(view => (
        <Group key={view.id} justify="space-between" wrap="nowrap" gap="xs">
          <Button size="compact-sm" variant="subtle" onClick={() => show(view.filter)}>
            {view.name}
          </Button>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Delete the view ${view.name}`}
            onClick={() => void act(() => client.conversationViews.remove({ id: view.id }), 'View deleted')}
          >
            <IconTrash size={14} stroke={1.75} />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="xs" wrap="nowrap">
        <TextInput
          size="xs"
          aria-label="Name of the view"
          placeholder="Save these filters as"
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button size="xs" flex="none" variant="default" disabled={!name.trim()} onClick={() => void save()}>
          Save view
        </Button>
      </Group>
    </>
  )
}
