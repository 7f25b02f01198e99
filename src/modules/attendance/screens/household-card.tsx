import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

/** The QR card with which a household checks itself in. */
export function HouseholdCard({ household }: { household: { id: string; name: string } }) {
  const [opened, setOpened] = useState(false)
  if (!useMay('people.write')) return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`QR card of the household ${household.name}`}
        onClick={() => setOpened(true)}
      >
        <IconQrcode size={18} stroke={1.75} />
      </ActionIcon>
      <Modal opened={opened} onClose={() => setOpened(false)} title={`QR card: ${household.name}`}>
        {opened ? <Card householdId={household.id} /> : null}
      </Modal>
    </>
  )
}

function Card({ householdId }: { householdId: string }) {
  const queries = useQueryClient()
  const queryKey = ['attendance', 'card', householdId]
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => client.attendance.card({ householdId }) })
  const { run, busy } = useMutate({})
  async function renew() {
    const text = 'The card that they have now stops working.'
    if (!(await confirm({ title: 'Replace this card?', text, confirm: 'Replace' }))) return
    await run(async () => queries.setQueryData(queryKey, await client.attendance.renewCard({ householdId })), {
      done: 'New card made',
    })
  }
  if (error) return <ErrorPanel error={error} what="this card" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <Stack align="center">
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(data.svg)}`}
        alt="QR code of the household"
        width={220}
        height={220}
      />
      <Text size="sm" c="dimmed" ta="center">
        They scan it with a phone or the camera of the kiosk, and tick who is here.
      </Text>
      <Group>
        <Button onClick={() => print()}>Print</Button>
        <Button variant="default" loading={busy} onClick={() => void renew()}>
          Replace
        </Button>
      </Group>
    </Stack>
  )
}
