import { Button, Menu, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { emptyAudience } from '../audience/rules/empty.ts'
import { AudienceBreakdown } from '../widgets/audience-breakdown.tsx'
import { ConditionList } from '../widgets/condition-list.tsx'
import classes from '../widgets/segment.module.css'
import { BackToPeople } from './back-to-people.tsx'
import { LiveCount } from './segment-count.tsx'
import { type Segment, type SegmentForm, useRemoveSegment, useSegment } from './use-segment.ts'

export const meta = () => titled('Segment')

/** A new segment, or one that is looked at and changed. */
export default function SegmentScreen() {
  const { id = 'new' } = useParams()
  const isNew = id === 'new'
  const segment = useQuery(api.segments.get.queryOptions({ input: { id }, enabled: !isNew }))
  return (
    <>
      <BackToPeople to="/people/segments" label="All segments" />
      {segment.error ? (
        <ErrorPanel error={segment.error} what="this segment" onRetry={() => void segment.refetch()} />
      ) : isNew || segment.data ? (
        <Editor key={id} segment={isNew ? null : segment.data!} />
      ) : (
        <Stack>
          <Skeleton height={40} width="40%" />
          <Skeleton height={320} />
        </Stack>
      )}
    </>
  )
}

function Editor({ segment }: { segment: Segment | null }) {
  const form = useSegment(segment)
  const mayWrite = useMay('people.write')
  return (
    <form noValidate onSubmit={form.submit}>
      <PageHeader
        title={segment?.name ?? 'New segment'}
        purpose={segment ? undefined : 'A saved filter that updates itself.'}
        action={
          mayWrite ? (
            <Button type="submit" loading={form.busy}>
              Save
            </Button>
          ) : undefined
        }
        menu={segment ? <More segment={segment} mayWrite={mayWrite} /> : undefined}
      >
        {segment ? (
          <Button component={Link} to={`/people?segment=${segment.id}`} variant="default">
            Show people
          </Button>
        ) : null}
      </PageHeader>
      <fieldset className={classes.plain} disabled={!mayWrite}>
        <div className={classes.split}>
          <Panel title="Conditions">
            <ConditionList
              conditions={form.conditions}
              onChange={conditions => form.change({ conditions })}
              errors={form.shown}
            />
          </Panel>
          <div className={classes.side}>
            <LiveCount conditions={form.conditions} />
            <Naming form={form} />
            {segment ? <Newsletter id={segment.id} /> : null}
          </div>
        </div>
        {form.errors.conditions ? (
          <Text c="red" size="sm" role="alert" mt="sm">
            {form.errors.conditions}
          </Text>
        ) : null}
      </fieldset>
    </form>
  )
}

/** What the saved conditions would come to. */
const Newsletter = ({ id }: { id: string }) => (
  <Panel title="If you sent a newsletter now">
    <AudienceBreakdown audience={{ ...emptyAudience, segments: [id] }} channel="email" topic={NEWSLETTER} />
  </Panel>
)

function Naming({ form }: { form: SegmentForm }) {
  return (
    <Panel title="Name">
      <Stack gap="sm">
        <TextInput
          aria-label="Segment name"
          placeholder="Families in Waco"
          maxLength={120}
          value={form.name}
          error={form.errors.name}
          onChange={event => form.change({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="Shown in the list instead of the conditions. Optional."
          autosize
          minRows={2}
          maxLength={500}
          value={form.description}
          onChange={event => form.change({ description: event.currentTarget.value })}
        />
      </Stack>
    </Panel>
  )
}

function More({ segment, mayWrite }: { segment: Segment; mayWrite: boolean }) {
  const remove = useRemoveSegment(segment)
  const mayExport = useMay('people.export')
  const save = () =>
    client.people
      .export({ segment: segment.id })
      .then(({ csv }) => saveFile('segment.csv', csv))
      .catch(error => toastError(error, 'The export failed'))
  return (
    <>
      {mayExport ? (
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void save()}>
          Export people as CSV
        </Menu.Item>
      ) : null}
      {mayWrite ? (
        <Menu.Item leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => void remove()}>
          Delete this segment
        </Menu.Item>
      ) : null}
    </>
  )
}
