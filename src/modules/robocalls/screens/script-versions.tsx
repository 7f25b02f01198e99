import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import classes from './robocalls.module.css'
import type { Script } from './script-editor.tsx'

interface ScriptVersionsProps {
  script: Script
  maySend: boolean
  onClose: () => void
}

/** What a script said before, newest first. */
export function ScriptVersions({ script: { id, name, version }, maySend, onClose }: ScriptVersionsProps) {
  const { dateTime } = useFormat()
  const act = useAct(api.voiceScripts.key())
  const { data, error, refetch } = useQuery(api.voiceScripts.versions.queryOptions({ input: { id } }))
  const restore = async ({ content, voicemail }: { content: string; voicemail: string }) => {
    if (await act(() => client.voiceScripts.update({ id, version, content, voicemail }), 'Words restored')) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Earlier versions of ${name}`} size="lg">
      <Stack>
        {error && !data ? <ErrorPanel error={error} what="the versions" onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonRows rows={3} /> : null}
        {data?.items.length === 0 ? (
          <Text c="dimmed">This script hasn’t been changed yet. Its earlier words appear here after an edit.</Text>
        ) : null}
        {data?.items.map(one => (
          <Stack key={one.id} gap="xs">
            <Group justify="space-between">
              <Text size="sm" c="dimmed" data-figures>
                Until {dateTime(one.createdAt)}
                {one.by ? `, changed by ${one.by}` : ''}
              </Text>
              {maySend && one.content ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Use the words until ${dateTime(one.createdAt)}`}
                  onClick={() => void restore(one)}
                >
                  Use these words
                </Button>
              ) : null}
            </Group>
            <div className={classes.bubble}>{one.content || 'A recording'}</div>
            {one.voicemail ? <div className={classes.bubble}>Voicemail: {one.voicemail}</div> : null}
          </Stack>
        ))}
      </Stack>
    </Modal>
  )
}
