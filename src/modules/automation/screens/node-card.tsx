import { Badge, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconBolt, IconUsers } from '@tabler/icons-react'
import { counted } from '#ui/counted.ts'
import type { Step } from '../rules/graph.ts'
import { stepSentence } from '../rules/summary.ts'
import classes from './editor.module.css'
import { labelOf, StepIcon } from './step-icon.tsx'
import { elementOf, problemsAt, useEditor } from './use-editor.ts'

interface CardProps {
  id: string
  focused: boolean
  onFocus: (id: string) => void
}

/** A step on the canvas: what it is, what it does, how many people are there, and what is missing. */
export function StepCard({ step, focused, onFocus }: CardProps & { step: Step }) {
  const editor = useEditor()
  const sentence = stepSentence(step, editor.says)
  const people = editor.waiting.get(step.id) ?? 0
  return (
    <button
      type="button"
      id={elementOf(step.id)}
      className={classes.card}
      data-kind={step.kind}
      data-selected={editor.selected === step.id || undefined}
      data-people={people > 0 || undefined}
      tabIndex={focused ? 0 : -1}
      onFocus={() => onFocus(step.id)}
      onClick={() => editor.select(step.id)}
    >
      <span className={classes.icon}>
        <StepIcon step={step} />
      </span>
      <span className={classes.words}>
        <span className={classes.kind}>{labelOf(step)}</span>
        <span className={classes.sentence}>
          <Marked text={sentence} />
        </span>
      </span>
      <Flags problems={problemsAt(editor, step.id)} people={people} />
    </button>
  )
}

/** What a template leaves open stands out. */
export function Marked({ text }: { text: string }) {
  return text.split(/(\[\[.+?\]\])/).map((part, at) =>
    part.startsWith('[[') ? (
      <mark key={`${at} ${part}`} className={classes.mark}>
        {part.slice(2, -2)}
      </mark>
    ) : (
      part
    ),
  )
}

function Flags({ problems, people }: { problems: string[]; people: number }) {
  if (problems.length === 0 && people === 0) return null
  return (
    <span className={classes.flags}>
      {people > 0 ? (
        <Tooltip label={`${counted(people, 'people')} at this step`}>
          <Badge size="sm" variant="light" leftSection={<IconUsers size={12} stroke={1.75} />}>
            {people.toLocaleString('en-US')}
          </Badge>
        </Tooltip>
      ) : null}
      {problems.length > 0 ? (
        <Tooltip label={problems.join('. ')}>
          <span className={classes.problem}>
            <IconAlertTriangle size={16} stroke={1.75} role="img" aria-label={`Incomplete: ${problems.join('. ')}`} />
          </span>
        </Tooltip>
      ) : null}
    </span>
  )
}

/** What starts the workflow. */
export function TriggersCard({ focused, onFocus }: Omit<CardProps, 'id'>) {
  const editor = useEditor()
  const { graph, says, selected } = editor
  const starts = graph.triggers.map(says.trigger)
  return (
    <button
      type="button"
      id={elementOf('triggers')}
      className={classes.card}
      data-kind="triggers"
      data-selected={selected === 'triggers' || undefined}
      tabIndex={focused ? 0 : -1}
      onFocus={() => onFocus('triggers')}
      onClick={() => editor.select('triggers')}
    >
      <span className={classes.icon}>
        <IconBolt size={18} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.words}>
        <span className={classes.kind}>{starts.length > 1 ? 'Triggers' : 'Trigger'}</span>
        <span className={classes.sentence}>
          <Marked text={starts.length > 0 ? `When ${starts.join(', or ')}` : 'Choose what starts this workflow'} />
        </span>
      </span>
      <Flags problems={problemsAt(editor, 'triggers')} people={0} />
    </button>
  )
}
