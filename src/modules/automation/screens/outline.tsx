import { ActionIcon, Badge, Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconBolt, IconPlus } from '@tabler/icons-react'
import { Fragment } from 'react'
import { isForked, type Place, type Side } from '../rules/edit.ts'
import type { Step } from '../rules/graph.ts'
import { sideSentence, stepSentence } from '../rules/summary.ts'
import classes from './editor.module.css'
import { Marked } from './node-card.tsx'
import { StepIcon } from './step-icon.tsx'
import { elementOf, problemsAt, useEditor } from './use-editor.ts'
import { stepKeys } from './use-keys.ts'

/** The workflow as a list: the way of a screen reader, and of a phone. `alone`: it stands in place of the canvas. */
export function Outline({ alone = false }: { alone?: boolean }) {
  const { graph, says, select, selected } = useEditor()
  const starts = graph.triggers.map(says.trigger)
  const name = alone ? elementOf : (id: string) => `outline-${id}`
  return (
    <nav aria-label="Steps" className={classes.outline} data-alone={alone || undefined}>
      <Row
        id="triggers"
        name={name}
        current={selected === 'triggers'}
        onSelect={select}
        icon={<IconBolt size={16} stroke={1.75} aria-hidden />}
        text={starts.length > 0 ? `When ${starts.join(', or ')}` : 'Choose what starts this workflow'}
      />
      <List steps={graph.steps} parent={null} side={null} name={name} alone={alone} />
      {graph.steps.length === 0 && !alone ? (
        <Text size="sm" c="dimmed" p="xs">
          No steps yet. Press A to add the first one.
        </Text>
      ) : null}
    </nav>
  )
}

interface ListProps {
  steps: readonly Step[]
  parent: string | null
  side: Side | null
  name: (id: string) => string
  alone: boolean
}

function List({ steps, parent, side, name, alone }: ListProps) {
  const { says, select, selected } = useEditor()
  return (
    <ol className={classes.steps}>
      {alone ? <AddRow place={{ parent, side, at: 0 }} empty={steps.length === 0} /> : null}
      {steps.map((step, at) => (
        <Fragment key={step.id}>
          <li>
            <Row
              id={step.id}
              name={name}
              current={selected === step.id}
              onSelect={select}
              icon={<StepIcon step={step} size={16} />}
              text={stepSentence(step, says)}
            />
            {isForked(step)
              ? (['yes', 'no'] as const).map(one => (
                  <div key={one} className={classes.side}>
                    <span className={classes.sideLabel}>{sideSentence(step, one, says)}</span>
                    <List steps={step[one]} parent={step.id} side={one} name={name} alone={alone} />
                  </div>
                ))
              : null}
          </li>
          {alone ? <AddRow place={{ parent, side, at: at + 1 }} empty={false} /> : null}
        </Fragment>
      ))}
    </ol>
  )
}

function AddRow({ place, empty }: { place: Place; empty: boolean }) {
  const { openAdd, mayWrite } = useEditor()
  if (!mayWrite) return null
  const icon = <IconPlus size={14} stroke={1.75} />
  return (
    <li className={classes.addRow}>
      {empty ? (
        <Button size="compact-sm" variant="default" leftSection={icon} onClick={() => openAdd(place)}>
          Add a step
        </Button>
      ) : (
        <ActionIcon size={28} radius="xl" variant="default" aria-label="Add a step here" onClick={() => openAdd(place)}>
          {icon}
        </ActionIcon>
      )}
    </li>
  )
}

interface RowProps {
  id: string
  name: (id: string) => string
  current: boolean
  icon: React.ReactNode
  text: string
  onSelect: (id: string) => void
}

function Row({ id, name, current, icon, text, onSelect }: RowProps) {
  const editor = useEditor()
  const problems = problemsAt(editor, id)
  const people = editor.waiting.get(id) ?? 0
  const focus = (to: string) => document.getElementById(name(to))?.focus()
  return (
    <button
      type="button"
      id={name(id)}
      className={classes.row}
      aria-current={current ? 'step' : undefined}
      onClick={() => onSelect(id)}
      onKeyDown={stepKeys(editor, id, focus)}
    >
      {icon}
      <span className={classes.rowText}>
        <Marked text={text} />
      </span>
      {people > 0 ? (
        <Badge size="sm" variant="light" aria-label={`${people} here now`}>
          {people.toLocaleString('en-US')}
        </Badge>
      ) : null}
      {problems.length > 0 ? (
        <IconAlertTriangle
          size={16}
          stroke={1.75}
          className={classes.problem}
          role="img"
          aria-label={`Incomplete: ${problems.join('. ')}`}
        />
      ) : null}
    </button>
  )
}
