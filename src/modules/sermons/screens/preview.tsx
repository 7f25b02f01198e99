import { Alert, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconBook2, IconDeviceFloppy } from '@tabler/icons-react'
import { Link } from 'react-router'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { useMay } from '#web/me.tsx'
import { clockOf, type SermonDocument, secondsOf, wordsIn } from '../rules/document.ts'
import { minutesOf, stageNames, stages, statusNames } from '../rules/options.ts'
import { DetailsMenu, DownloadMenu, ShareButton } from './preview-actions.tsx'
import { SectionCard } from './section-card.tsx'
import type { Sermon } from './use-sermon.ts'
import { type Editing, useSermon } from './use-sermon.ts'
import { VerificationPanel } from './verification-panel.tsx'

/** The sermon as it stands, to be read and changed; empty before the first one. */
export function Preview({ sermon }: { sermon: Sermon | undefined }) {
  if (sermon?.stage) return <Generating stage={sermon.stage} />
  return (
    <Stack gap="md">
      {sermon?.problem ? <Alert color="red">{sermon.problem}</Alert> : null}
      {sermon?.document ? (
        <Editor key={`${sermon.id} ${sermon.document.sections.length > 0}`} sermon={sermon} />
      ) : (
        <Panel>
          <EmptyState
            icon={<IconBook2 size={28} stroke={1.5} />}
            title="Your sermon appears here"
            text="Enter a title, a passage and a theme. The engine writes from the passage itself, its cross-references and its own words, and invents no verse and no story."
          />
        </Panel>
      )}
    </Stack>
  )
}

const Generating = ({ stage }: { stage: NonNullable<Sermon['stage']> }) => (
  <Panel title="Generating">
    <Stack gap="sm" role="status">
      <Text>This may take a minute</Text>
      <Progress value={((stages.indexOf(stage) + 1) / stages.length) * 100} animated aria-label={stageNames[stage]} />
      <Text size="sm" c="dimmed">
        {stageNames[stage]}
      </Text>
    </Stack>
  </Panel>
)

function Editor({ sermon }: { sermon: Sermon }) {
  const mayWrite = useMay('content.write')
  const editing = useSermon(sermon)
  const { words, draft, settle } = editing
  return (
    <>
      <Actions sermon={sermon} editing={editing} mayWrite={mayWrite} />
      {draft.conflict && (
        <Alert color="yellow" title="Someone else changed this sermon">
          <Group>
            <Button size="xs" variant="default" onClick={() => void settle(false)}>
              Show theirs
            </Button>
            <Button size="xs" variant="default" onClick={() => void settle(true)}>
              Keep mine
            </Button>
          </Group>
        </Alert>
      )}
      <Before sermon={sermon} />
      <WrittenBy writing={words.document.writing} />
      <Timing words={wordsIn(words.document)} sermon={sermon} />
      <Panel>
        <TextInput
          label="Big idea"
          readOnly={!mayWrite}
          value={words.document.bigIdea}
          onChange={event => editing.set({ document: { ...words.document, bigIdea: event.currentTarget.value } })}
        />
      </Panel>
      {words.document.sections.map(section => (
        <SectionCard key={section.id} sermon={sermon} section={section} editing={editing} mayWrite={mayWrite} />
      ))}
      <VerificationPanel sermon={sermon} editing={editing} mayWrite={mayWrite} />
    </>
  )
}

interface ActionsProps {
  sermon: Sermon
  editing: Editing
  mayWrite: boolean
}
function Actions({ sermon, editing, mayWrite }: ActionsProps) {
  const { draft, undo, canUndo } = editing
  const save = async () => {
    if (await draft.flush()) toast('Sermon saved successfully!')
  }
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <StatusBadge of="sermon" value={sermon.status} label={statusNames[sermon.status]} />
        <SaveState state={draft} />
      </Group>
      <Group gap="xs">
        {mayWrite && (
          <>
            <Button variant="default" disabled={!canUndo} onClick={undo} leftSection={<IconArrowBackUp size={16} />}>
              Undo
            </Button>
            <Button onClick={() => void save()} leftSection={<IconDeviceFloppy size={16} stroke={1.75} />}>
              Save
            </Button>
          </>
        )}
        <DownloadMenu id={sermon.id} flush={draft.flush} />
        {mayWrite && <ShareButton id={sermon.id} />}
        {mayWrite && <DetailsMenu sermon={sermon} editing={editing} />}
      </Group>
    </Group>
  )
}

const Before = ({ sermon }: { sermon: Sermon }) =>
  sermon.before.length === 0 ? null : (
    <Alert color="blue" title="Preached on this passage before">
      {sermon.before.map(({ id, title, preachedOn }) => (
        <Text key={id} size="sm">
          <Link to={`/sermon-generator?sermon=${id}`}>{title}</Link>, {preachedOn}
        </Text>
      ))}
    </Alert>
  )

function WrittenBy({ writing }: { writing: SermonDocument['writing'] }) {
  if (!writing) return null
  if (writing.problem)
    return (
      <Alert color="yellow" variant="light">
        {writing.model ? 'The built-in engine wrote part of this' : 'The built-in engine wrote this'}: {writing.problem}
      </Alert>
    )
  return (
    <Text size="sm" c="dimmed">
      Parts marked AI model were written by {writing.model}. Their quotations and references were checked; read the rest
      with care.
    </Text>
  )
}

function Timing({ words, sermon }: { words: number; sermon: Sermon }) {
  const target = minutesOf[sermon.length] * 60
  const seconds = secondsOf(words)
  const share = seconds / target
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" data-figures>
          {clockOf(seconds)} minutes, {counted(words, 'words', count => count.toLocaleString('en-US'))}
        </Text>
        <Text size="sm" c="dimmed" data-figures>
          Target {clockOf(target)}
        </Text>
      </Group>
      <Progress
        value={Math.min(100, share * 100)}
        color={share > 1.1 || share < 0.9 ? 'yellow' : 'green'}
        aria-label={`${clockOf(seconds)} of ${clockOf(target)} minutes`}
      />
    </div>
  )
}
