import { Button, Drawer, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import type { PanelProps } from './page.tsx'

/** What was published, and what was saved by name. */
export function Versions({ page, draft, opened, onClose }: PanelProps) {
  const list = useQuery(api.pages.versions.queryOptions({ input: { id: page.id }, enabled: opened }))
  const act = useAct(api.pages.key())
  const take = (number: number) =>
    act(
      async () => {
        await draft.flush()
        draft.replace(await client.pages.rollBack({ id: page.id, version: draft.version(), number }))
        onClose()
      },
      'The draft is that version again. Publish it to show it to visitors.',
      'The version was not restored',
    )
  return (
    <Drawer opened={opened} onClose={onClose} title="Versions" size="md">
      {!list.data ? (
        <SkeletonRows rows={4} />
      ) : list.data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          Each time you publish or save by name, a version appears here.
        </Text>
      ) : (
        <Stack gap="sm">
          {list.data.items.map(one => (
            <Group key={one.number} justify="space-between" wrap="nowrap">
              <div>
                <Text size="sm" fw={550}>
                  {one.name || 'Published'}
                </Text>
                <Text size="xs" c="dimmed">
                  <RelativeTime at={one.createdAt} />
                  {one.createdByName ? ` by ${one.createdByName}` : ''}
                </Text>
              </div>
              <Button size="xs" variant="default" onClick={() => void take(one.number)}>
                Restore
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Drawer>
  )
}

export function SaveVersion({ page, draft, opened, onClose }: PanelProps) {
  const act = useAct(api.pages.key())
  const [name, setName] = useState('')
  async function save() {
    await draft.flush()
    const done = await act(
      async () => {
        await client.pages.saveVersion({ id: page.id, name })
        draft.accept(await client.pages.get({ id: page.id }))
      },
      'Version saved',
      'The version was not saved',
    )
    if (!done) return
    setName('')
    onClose()
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Save this version">
      <form
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            Everything is saved as you work. A named version can be found again later.
          </Text>
          <TextInput
            label="Name"
            required
            maxLength={120}
            data-autofocus
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!name.trim()}>
            Save version
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
