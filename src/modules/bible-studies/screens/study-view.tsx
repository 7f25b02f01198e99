import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconBook, IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Findings } from '#scripture/widgets/findings.tsx'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { minutesIn, replaceInDocument } from '../rules/document.ts'
import { stageNames, stages, statusNames } from '../rules/options.ts'
import type { Reader } from '../rules/printing.ts'
import { LivePanel } from './live-panel.tsx'
import { SectionCard } from './section-card.tsx'
import { DetailsMenu, DownloadMenu, LeadButton } from './study-actions.tsx'
import { type Editing, type Study, useStudy } from './use-study.ts'

/** The study as it stands, to be read, changed and led; empty before the first one. */
export function StudyView({ study }: { study: Study | undefined }) {
  if (study?.stage)
    return (
      <Panel title="Generating">
        <Stack gap="sm" role="status">
          <Text>This may take a minute</Text>
          <Progress
            value={((stages.indexOf(study.stage) + 1) / stages.length) * 100}
            animated
            aria-label={stageNames[study.stage]}
          />
          <Text size="sm" c="dimmed">
            {stageNames[study.stage]}
          </Text>
        </Stack>
      </Panel>
    )
  return (
    <Stack gap="md">
      {study?.problem ? <Alert color="red">{study.problem}</Alert> : null}
      {study?.document ? (
        <Editor key={study.id} study={study} />
      ) : (
        <Panel>
          <EmptyState
            icon={<IconBook size={28} stroke={1.5} />}
            title="Your study appears here"
            text="Enter a title and a passage. The engine asks about what the text says, and names the verse that answers each question."
          />
        </Panel>
      )}
    </Stack>
  )
}

function Editor({ study }: { study: Study }) {
  const mayWrite = useMay('content.write')
  const editing = useStudy(study)
  const [reader, setReader] = useState<Reader>('leader')
  const { words, draft, settle } = editing
  const isLeader = reader === 'leader'
  const verified = useQuery(
    api.bibleStudies.verify.queryOptions({
      input: { id: study.id },
      meta: { live: ['bible-studies'] },
      enabled: draft.saved,
    }),
  )
  const replaceQuotation = (replacement: Parameters<typeof replaceInDocument>[1]) => {
    const document = replaceInDocument(words.document, replacement)
    if (document) editing.set({ document })
    else toast('This quotation changed since it was checked')
  }
  return (
    <>
      <Actions study={study} editing={editing} mayWrite={mayWrite} />
      {draft.conflict && <Conflict settle={settle} />}
      <SermonNote study={study} />
      <LivePanel study={study} mayWrite={mayWrite} />
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Edition"
          value={reader}
          onChange={value => setReader(value as Reader)}
          data={[
            { value: 'leader', label: 'Leader' },
            { value: 'participant', label: 'Participant' },
          ]}
        />
        <Text size="sm" c={minutesIn(words.document) === study.duration ? 'dimmed' : 'red'} data-figures>
          {minutesIn(words.document)} of {counted(study.duration, 'minutes')}
        </Text>
      </Group>
      <Opening editing={editing} mayEdit={mayWrite && isLeader} />
      {words.document.sections.map(section => (
        <SectionCard key={section.id} section={section} editing={editing} reader={reader} mayWrite={mayWrite} />
      ))}
      {isLeader && <Resources study={study} />}
      {isLeader && <Findings query={verified} onReplace={mayWrite ? replaceQuotation : undefined} />}
    </>
  )
}

const Conflict = ({ settle }: Pick<Editing, 'settle'>) => (
  <Alert color="yellow" title="Someone else changed this study">
    <Group>
      <Button size="xs" variant="default" onClick={() => void settle(false)}>
        Show theirs
      </Button>
      <Button size="xs" variant="default" onClick={() => void settle(true)}>
        Keep mine
      </Button>
    </Group>
  </Alert>
)

/** What the study is about, and the passage. */
const Opening = ({ editing: { words, set }, mayEdit }: { editing: Editing; mayEdit: boolean }) => (
  <Panel>
    <Stack gap="sm">
      <Textarea
        label="Description"
        autosize
        readOnly={!mayEdit}
        value={words.document.description}
        onChange={event => set({ document: { ...words.document, description: event.currentTarget.value } })}
      />
      {words.document.scripture.map(({ id, reference, text }) => (
        <blockquote key={id} style={{ margin: 0 }}>
          <Text size="sm">{text}</Text>
          <Text size="sm" fw={600}>
            {reference}
          </Text>
        </blockquote>
      ))}
    </Stack>
  </Panel>
)

interface ActionsProps {
  study: Study
  editing: Editing
  mayWrite: boolean
}
function Actions({ study, editing, mayWrite }: ActionsProps) {
  const { draft } = editing
  const save = async () => {
    if (await draft.flush()) toast('Bible study saved successfully!')
  }
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <StatusBadge of="study" value={study.status} label={statusNames[study.status]} />
        <SaveState state={draft} />
      </Group>
      <Group gap="xs">
        {mayWrite && (
          <Button onClick={() => void save()} leftSection={<IconDeviceFloppy size={16} stroke={1.75} />}>
            Save
          </Button>
        )}
        <DownloadMenu id={study.id} flush={draft.flush} />
        {mayWrite && <LeadButton study={study} flush={draft.flush} />}
        {mayWrite && <DetailsMenu study={study} editing={editing} />}
      </Group>
    </Group>
  )
}

/** The sermon that the study goes with, and whether it says something else by now. */
const SermonNote = ({ study: { sermon } }: { study: Study }) =>
  sermon && (
    <Alert
      color={sermon.changed ? 'yellow' : 'blue'}
      title={sermon.changed ? 'The sermon changed since this study was written' : 'This study goes with a sermon'}
    >
      <Link to={`/sermon-generator?sermon=${sermon.id}`}>{sermon.title}</Link>
      {sermon.changed ? '. Generate the study again to follow it, or leave it as it is.' : ''}
    </Alert>
  )

const Resources = ({ study }: { study: Study }) =>
  study.document && study.document.resources.length > 0 ? (
    <Panel title="Resources">
      {study.document.resources.map(({ id, title, description, url }) => (
        <Text key={id} size="sm">
          {url ? <Link to={url}>{title}</Link> : title}
          {description ? `, ${description}` : ''}
        </Text>
      ))}
    </Panel>
  ) : null
