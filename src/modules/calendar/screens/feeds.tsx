import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ShownOnce } from '#api-access/widgets/shown-once.tsx'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import classes from './other-calendars.module.css'
import { useResources } from './use-calendar.ts'

type Feed = Awaited<ReturnType<typeof client.calendarFeeds.list>>['items'][number]

/** Secret addresses for Google Calendar, Outlook or a phone. */
export function Feeds() {
  const feeds = useQuery(api.calendarFeeds.list.queryOptions({ input: {}, meta: { live: ['calendar'] } }))
  const queries = useQueryClient()
  const [making, setMaking] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const made = (address: string) => {
    setUrl(address)
    void queries.invalidateQueries({ queryKey: api.calendarFeeds.key() })
  }
  return (
    <Panel
      title="Calendar feeds"
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setMaking(true)}>
          Create feed
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        Subscribe to a feed to see appointments in Google Calendar, Outlook or on your phone. Anyone who has its address
        can read it. Confidential appointments only show “Appointment”.
      </Text>
      {feeds.error ? (
        <ErrorPanel error={feeds.error} what="the calendar feeds" onRetry={() => void feeds.refetch()} />
      ) : !feeds.data ? (
        <SkeletonRows rows={2} />
      ) : feeds.data.items.length === 0 ? (
        <Text size="sm">No feeds yet.</Text>
      ) : (
        <ul className={classes.list}>
          {feeds.data.items.map(feed => (
            <Row key={feed.id} feed={feed} />
          ))}
        </ul>
      )}
      {making ? <NewFeed onClose={() => setMaking(false)} onMade={made} /> : null}
      {url ? <ShownOnce title="Your new feed" secret={url} what="address" onClose={() => setUrl(null)} /> : null}
    </Panel>
  )
}

function Row({ feed: { id, name, resourceName, createdAt, lastReadAt } }: { feed: Feed }) {
  const { date, relative } = useFormat()
  const act = useAct(api.calendarFeeds.key())
  async function revoke() {
    const agreed = await confirm({
      title: `Revoke ${name}?`,
      text: 'Calendars that subscribe to it stop updating right away. This can’t be undone.',
      confirm: 'Revoke feed',
      danger: true,
    })
    if (agreed) await act(() => client.calendarFeeds.remove({ id }), 'Feed revoked')
  }
  return (
    <li className={classes.row}>
      <Stack gap={2} className={classes.what}>
        <Text fw={550}>{name}</Text>
        <Text size="sm">{resourceName}</Text>
        <Text size="sm" c="dimmed">
          {lastReadAt ? `Last read ${relative(lastReadAt)}` : 'Never read'}, created on {date(createdAt)}
        </Text>
      </Stack>
      <Button size="xs" variant="default" aria-label={`Revoke ${name}`} onClick={() => void revoke()}>
        Revoke
      </Button>
    </li>
  )
}

function NewFeed({ onClose, onMade }: { onClose: () => void; onMade: (url: string) => void }) {
  const things = (useResources().data?.items ?? []).filter(one => one.kind !== 'host' && one.isActive)
  const form = useForm({ initialValues: { name: '', resourceId: '' } })
  const save = async ({ name, resourceId }: typeof form.values) => {
    const { url } = await client.calendarFeeds.create({ name, resourceId: resourceId || null })
    onMade(url)
  }
  return (
    <FormDrawer opened onClose={onClose} title="Create a feed" form={form} onSubmit={save} submitLabel="Create feed">
      <TextInput
        label="Name"
        description="Where you will use it"
        placeholder="My phone"
        required
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <Select
        label="Appointments of"
        allowDeselect={false}
        data={[{ value: '', label: 'You' }, ...things.map(one => ({ value: one.id, label: one.name }))]}
        {...form.getInputProps('resourceId')}
      />
    </FormDrawer>
  )
}
