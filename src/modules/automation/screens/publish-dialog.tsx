import { Alert, Anchor, Badge, Button, Group, List, Modal, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { type Change, changesBetween } from '../rules/diff.ts'
import { stepOf } from '../rules/edit.ts'
import { emptyGraph } from '../rules/graph.ts'
import { Marked } from './node-card.tsx'
import { labelOf } from './step-icon.tsx'
import { type Editor, useEditor } from './use-editor.ts'
import { useVersions } from './use-workflow.ts'

/** What publishing changes, whom it reaches now, and what is still missing. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const editor = useEditor()
  const { workflow, draft } = editor
  const [saved, setSaved] = useState(false)
  // Problems and audience are of the draft as the server has it.
  useEffect(() => {
    void draft.flush().then(setSaved)
  }, [])
  const blocked = workflow.problems.length > 0
  return (
    <Modal opened onClose={onClose} size="lg" title={`Publish ${draft.words.name}`}>
      {!saved && draft.saving ? (
        <SkeletonRows rows={3} />
      ) : (
        <Stack>
          {blocked ? <Missing onClose={onClose} /> : null}
          <Changes />
          {blocked ? null : <Ready onClose={onClose} />}
          {blocked ? (
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            </Group>
          ) : null}
        </Stack>
      )}
    </Modal>
  )
}

/** Each problem with the way to its step. */
function Missing({ onClose }: { onClose: () => void }) {
  const { problems, graph, select } = useEditor()
  const nameOf = (at: string) => {
    const step = stepOf(graph, at)
    return step ? labelOf(step) : at === 'steps' ? 'Steps' : 'What starts it'
  }
  const count = problems.length
  const go = (at: string) => {
    onClose()
    // Closing and selecting both change the address: one after the other.
    setTimeout(() => select(stepOf(graph, at) ? at : 'triggers'))
  }
  return (
    <Alert
      color="yellow"
      title={`${counted(count, 'places')} ${count === 1 ? 'needs' : 'need'} something before this can be published`}
    >
      <List size="sm">
        {problems.map(({ at, messages }) => (
          <List.Item key={at}>
            <Anchor component="button" type="button" size="sm" onClick={() => go(at)}>
              {nameOf(at)}
            </Anchor>
            : {messages.join(', ')}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

const tones: Record<Change['kind'], string> = { added: 'green', changed: 'blue', moved: 'gray', removed: 'red' }
const kinds: Record<Change['kind'], string> = { added: 'New', changed: 'Changed', moved: 'Moved', removed: 'Removed' }

function useChanges({ workflow, graph, says }: Editor): Change[] | undefined {
  const { data } = useVersions(workflow.id, workflow.published > 0)
  if (workflow.published === 0) return changesBetween(emptyGraph, graph, says)
  const live = data?.items.find(one => one.number === workflow.published)
  return live && changesBetween(live.graph, graph, says)
}

function Changes() {
  const editor = useEditor()
  const changes = useChanges(editor)
  const { published } = editor.workflow
  if (!changes) return <SkeletonRows rows={3} />
  return (
    <section aria-labelledby="changes">
      <Title order={3} size="h4" id="changes" mb="xs">
        {published === 0 ? 'What will run' : `What changes from version ${published}`}
      </Title>
      {changes.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing: the draft says what is published.
        </Text>
      ) : (
        <ChangeList changes={changes} plain={published === 0} />
      )}
      {published > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          People who are in an older version finish it as it was.
        </Text>
      ) : null}
    </section>
  )
}

export const ChangeList = ({ changes, plain }: { changes: Change[]; plain?: boolean }) => (
  <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
    {changes.map((one, at) => (
      <Group key={`${at} ${one.text}`} component="li" gap="xs" wrap="nowrap" align="start">
        {plain ? (
          <Text span size="sm" c="dimmed">
            •
          </Text>
        ) : (
          <Badge size="sm" variant="light" color={tones[one.kind]} miw={72}>
            {kinds[one.kind]}
          </Badge>
        )}
        <Text size="sm">
          <Marked text={one.text} />
          {one.before ? (
            <Text span size="sm" c="dimmed" display="block">
              Before: {one.before}
            </Text>
          ) : null}
        </Text>
      </Group>
    ))}
  </Stack>
)

/** How many people fit now, whether they are enrolled (no, unless someone says so), and the button. */
function Ready({ onClose }: { onClose: () => void }) {
  const { workflow, draft } = useEditor()
  const queries = useQueryClient()
  const { number } = useFormat()
  const [enroll, setEnroll] = useState(false)
  const { run, busy, problem } = useMutate({ form: { setErrors: () => {} } })
  const { data } = useQuery(api.workflowEnrollments.audience.queryOptions({ input: { id: workflow.id }, staleTime: 0 }))
  const count = data?.count ?? 0
  async function publish() {
    const done = await run(async () => {
      draft.accept(await client.workflows.publish({ id: workflow.id, version: draft.version() }))
      if (enroll && count > 0) await client.workflowEnrollments.start({ id: workflow.id })
    })
    for (const key of [api.workflowVersions.key(), api.workflowEnrollments.key(), api.workflows.key()])
      await queries.invalidateQueries({ queryKey: key })
    if (!done) return
    toast(workflow.published === 0 ? `${workflow.name} is published and active` : 'New version published')
    onClose()
  }
  return (
    <>
      <Problem error={problem} />
      {data ? <Audience audience={data} enroll={enroll} onEnroll={setEnroll} /> : <SkeletonRows rows={1} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void publish()}>
          {enroll && count > 0 ? `Publish and enroll ${number(count)}` : 'Publish'}
        </Button>
      </Group>
    </>
  )
}

interface AudienceProps {
  audience: Awaited<ReturnType<typeof client.workflowEnrollments.audience>>
  enroll: boolean
  onEnroll: (enroll: boolean) => void
}

/** Whom it would enroll now, and whom not. */
function Audience({ audience, enroll, onEnroll }: AudienceProps) {
  const { number } = useFormat()
  const { count } = audience
  return (
    <Stack gap="xs">
      <Text>
        {count === 0
          ? 'It would enroll nobody now. People are enrolled when it starts for them.'
          : `It would enroll ${counted(count, 'people', number)} now.`}
      </Text>
      {audience.blocked.map(({ reason, count: left }) => (
        <Text key={reason} size="sm" c="dimmed">
          {counted(left, 'people', number)} left out: {blockedReason[reason]}.
        </Text>
      ))}
      {count > 0 ? (
        <Switch
          label="Enroll them now"
          description="Otherwise only people for whom it starts from now on."
          checked={enroll}
          onChange={event => onEnroll(event.currentTarget.checked)}
        />
      ) : null}
    </Stack>
  )
}

export const blockedReason: Record<string, string> = {
  already: 'they have been in it already',
  deceased: 'they have died',
}
