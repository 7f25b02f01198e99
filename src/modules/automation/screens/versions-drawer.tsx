import { Button, Drawer, Group, Paper, Stack, Text } from '@mantine/core'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { client } from '#web/api.ts'
import { changesBetween } from '../rules/diff.ts'
import { ChangeList } from './publish-dialog.tsx'
import { useEditor } from './use-editor.ts'
import { useVersions } from './use-workflow.ts'

/** What was published, by whom, and who is still in it. */
export function VersionsDrawer({ onClose }: { onClose: () => void }) {
  const { workflow, draft } = useEditor()
  const { data, error, refetch } = useVersions(workflow.id)
  const act = useAct()
  const restore = async (number: number) => {
    if (!(await draft.flush())) return
    const done = await act(
      async () =>
        draft.accept(
          await client.workflowVersions.restore({ workflowId: workflow.id, number, version: draft.version() }),
          true,
        ),
      `Version ${number} is in the draft. Publish it to run it again.`,
    )
    if (done) onClose()
  }
  return (
    <Drawer opened onClose={onClose} title="Versions">
      {error ? (
        <ErrorPanel error={error} what="the versions" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} height={88} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title="Not published yet"
          text="Each time you publish, the version is kept here and can be restored."
        />
      ) : (
        <Stack>
          {data.items.map((one, at) => (
            <Version key={one.number} version={one} before={data.items[at + 1]} onRestore={restore} />
          ))}
        </Stack>
      )}
    </Drawer>
  )
}

type Published = Awaited<ReturnType<typeof client.workflowVersions.list>>['items'][number]
interface VersionProps {
  version: Published
  before: Published | undefined
  onRestore: (number: number) => Promise<void>
}

function Version({ version, before, onRestore }: VersionProps) {
  const { workflow, says, mayWrite } = useEditor()
  const { number, publishedAt, publishedByName, people, graph } = version
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={550}>Version {number}</Text>
          {number === workflow.published ? (
            <StatusBadge of="workflow" value="active" label="Published" />
          ) : mayWrite ? (
            <Button size="compact-sm" variant="default" onClick={() => void onRestore(number)}>
              Restore to draft
            </Button>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          <RelativeTime at={publishedAt} />
          {publishedByName ? ` by ${publishedByName}` : ''} · {counted(people, 'people')} in it
        </Text>
        {before ? <ChangeList changes={changesBetween(before.graph, graph, says)} /> : null}
      </Stack>
    </Paper>
  )
}
