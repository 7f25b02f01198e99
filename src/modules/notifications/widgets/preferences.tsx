import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { keyed } from '#kernel/modules.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'

type Preference = Awaited<ReturnType<typeof client.notifications.preferences>>['items'][number]

/** Which news also come by mail; the bell has them all. */
export function NotificationPreferences() {
  const { account } = useMe()
  const list = useQuery(api.notifications.preferences.queryOptions({ input: {} }))
  return (
    <div id="notifications">
      <Panel title="Notifications">
        <Stack gap="sm">
          <Text c="dimmed">All notifications appear in Lampstand for {account.name}. Also email me about:</Text>
          {list.error ? (
            <ErrorPanel error={list.error} what="your choices" onRetry={() => void list.refetch()} />
          ) : list.data ? (
            list.data.items.map(item => <Choice key={item.type} item={item} />)
          ) : (
            <SkeletonRows rows={4} />
          )}
        </Stack>
      </Panel>
    </div>
  )
}

function Choice({ item: { type, label, mail } }: { item: Preference }) {
  const queries = useQueryClient()
  // What was chosen shows at once, and goes back if it was refused. Kept until the list says the same: it would flicker.
  const [chosen, setChosen] = useState<{ mail: boolean; saved: boolean } | null>(null)
  if (chosen?.saved && chosen.mail === mail) setChosen(null)
  const saving = chosen !== null && !chosen.saved
  async function choose(wanted: boolean) {
    if (saving) return
    setChosen({ mail: wanted, saved: false })
    try {
      const answer = await client.notifications.prefer({ type, mail: wanted })
      queries.setQueryData(api.notifications.preferences.queryKey({ input: {} }), answer)
      setChosen({ mail: wanted, saved: true })
      toast('Saved')
    } catch (error) {
      setChosen(null)
      toastError(error, 'Nothing was changed')
    }
  }
  const preview = keyed('notificationKinds').get(type)?.preview
  return (
    <Group gap="xs">
      <Checkbox
        label={label}
        checked={chosen?.mail ?? mail}
        aria-busy={saving}
        onChange={event => void choose(event.currentTarget.checked)}
      />
      {preview ? (
        <Anchor component={Link} to={preview} size="sm">
          Preview
        </Anchor>
      ) : null}
    </Group>
  )
}
