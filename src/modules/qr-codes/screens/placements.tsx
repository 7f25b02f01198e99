import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { DownloadMenu } from './download-menu.tsx'
import type { QrCode } from './generator.tsx'

/** The same code at several places, each counted by itself. */
export function Placements({ code }: { code: QrCode }) {
  const { number } = useFormat()
  const mayWrite = useMay('content.write')
  const { run, busy } = useMutate({ keys: [api.qrCodes.key()] })
  const [name, setName] = useState('')
  const placements = useQuery(
    api.qrCodes.placements.queryOptions({ input: { id: code.id }, meta: { live: ['qrCodes'] } }),
  )
  async function add(event: FormEvent) {
    event.preventDefault()
    if (await run(() => client.qrCodes.place({ id: code.id, name }), { done: 'Placement added' })) setName('')
  }
  return (
    <Panel title="Placements">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          Give each place its own code, such as “Seat back, row A”, to see where people scan.
        </Text>
        {(placements.data?.items ?? []).map(one => (
          <Group key={one.id} justify="space-between" wrap="nowrap">
            <Text truncate>{one.name}</Text>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" data-figures>
                {number(one.scans.total)} {one.scans.total === 1 ? 'scan' : 'scans'}
              </Text>
              <DownloadMenu code={code} placement={one.id} compact />
            </Group>
          </Group>
        ))}
        {mayWrite ? (
          <form onSubmit={event => void add(event)}>
            <Group align="flex-end">
              <TextInput
                label="New placement"
                flex={1}
                value={name}
                onChange={event => setName(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={busy} disabled={name.trim() === ''}>
                Add
              </Button>
            </Group>
          </form>
        ) : null}
      </Stack>
    </Panel>
  )
}
