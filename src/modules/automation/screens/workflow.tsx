import { ActionIcon, Drawer, Group, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { stepOf } from '../rules/edit.ts'
import { Conflict } from './conflict.tsx'
import classes from './editor.module.css'
import { Outline } from './outline.tsx'
import { StepPanel } from './step-panel.tsx'
import { StepPicker } from './step-picker.tsx'
import { TriggersPanel } from './triggers-panel.tsx'
import { useDraft } from './use-draft.ts'
import { EditorProvider, useEditor, useEditorState } from './use-editor.ts'
import { undoKeys } from './use-keys.ts'
import type { Workflow } from './use-workflow.ts'
import { WorkflowHead } from './workflow-head.tsx'
import { WorkflowPanel } from './workflow-panel.tsx'

const Canvas = lazy(() => import('./canvas.tsx').then(file => ({ default: file.Canvas })))

export const meta = () => titled('Workflow')

/** One workflow: its tree, what is chosen for each step, and the way to publish it. */
export default function WorkflowScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(api.workflows.get.queryOptions({ input: { id } }))
  if (error) return <ErrorPanel error={error} what="this workflow" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={76} />
  return <Editor key={data.id} workflow={data} />
}

function Editor({ workflow }: { workflow: Workflow }) {
  const draft = useDraft(workflow)
  const editor = useEditorState(workflow, draft)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const isWide = useMediaQuery('(min-width: 88em)', true, { getInitialValueInEffect: false })
  return (
    <EditorProvider value={editor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears what its controls don't take */}
      <div className={classes.screen} onKeyDown={undoKeys(editor)}>
        <WorkflowHead />
        {draft.conflict ? <Conflict workflowId={workflow.id} draft={draft} /> : <Problem error={draft.problem} />}
        {isPhone ? (
          <>
            <Outline alone />
            <PhonePanel />
          </>
        ) : (
          <div className={classes.split} data-wide={isWide || undefined}>
            {isWide ? <Outline /> : null}
            <div className={classes.stage}>
              <Suspense fallback={<SkeletonRows rows={5} height={76} />}>
                <Canvas />
              </Suspense>
              <UndoRedo />
            </div>
            <aside className={classes.panel} aria-label="Details">
              <Details />
            </aside>
          </div>
        )}
        <StepPicker />
      </div>
    </EditorProvider>
  )
}

function Details() {
  const { graph, selected } = useEditor()
  const step = stepOf(graph, selected)
  return selected === 'triggers' ? <TriggersPanel /> : step ? <StepPanel step={step} /> : <WorkflowPanel />
}

function PhonePanel() {
  const { selected, select } = useEditor()
  return (
    <Drawer
      opened={selected !== null}
      onClose={() => select(null)}
      position="bottom"
      size="85%"
      withCloseButton={false}
    >
      <Details />
    </Drawer>
  )
}

function UndoRedo() {
  const { draft, mayWrite } = useEditor()
  if (!mayWrite) return null
  const buttons = [
    ['Undo', IconArrowBackUp, draft.undo],
    ['Redo', IconArrowForwardUp, draft.redo],
  ] as const
  return (
    <Group gap={4} className={classes.undo}>
      {buttons.map(([label, Icon, act]) => (
        <Tooltip key={label} label={label}>
          <ActionIcon size={36} variant="default" aria-label={label} disabled={!act} onClick={act}>
            <Icon size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  )
}
