import { ActionIcon, Button, Menu, NativeSelect, Paper, Stack, Switch, Text, Tooltip } from '@mantine/core'
import { IconBolt, IconPlus, IconTrash } from '@tabler/icons-react'
import { Fragment } from 'react'
import { keyed } from '#kernel/modules.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { LazyWidget } from '#web/lazy-widget.tsx'
import type { Graph, Trigger } from '../rules/graph.ts'
import { reentrySentence } from '../rules/summary.ts'
import classes from './editor.module.css'
import { ConditionsField } from './fork-forms.tsx'
import { PanelHead, Problems } from './step-panel.tsx'
import { useEditor } from './use-editor.ts'
import { useOpenTriggers } from './use-open-triggers.ts'

const MOST = 10

/** What starts the workflow, who may come again, and who leaves early. */
export function TriggersPanel() {
  const { graph, setGraph, mayWrite } = useEditor()
  const set = (triggers: Trigger[]) => setGraph({ ...graph, triggers }, 'triggers')
  return (
    <Stack gap="md">
      <PanelHead icon={<IconBolt size={18} stroke={1.75} aria-hidden />} title="What starts it" />
      <Problems id="triggers" />
      <fieldset disabled={!mayWrite} className={classes.fieldset}>
        <Stack gap="md">
          {graph.triggers.map((one, at) => (
            <TriggerForm
              key={`${at} ${one.trigger}`}
              trigger={one}
              onChange={next => set(graph.triggers.toSpliced(at, 1, next))}
              onRemove={() => set(graph.triggers.toSpliced(at, 1))}
            />
          ))}
          {mayWrite && graph.triggers.length < MOST ? (
            <AddTrigger onAdd={trigger => set([...graph.triggers, { trigger, input: {} }])} />
          ) : null}
          <Reentry />
          <EarlyExit />
        </Stack>
      </fieldset>
    </Stack>
  )
}

interface TriggerFormProps {
  trigger: Trigger
  onChange: (trigger: Trigger) => void
  onRemove: () => void
}

function TriggerForm({ trigger, onChange, onRemove }: TriggerFormProps) {
  const piece = keyed('automationTriggers').get(trigger.trigger)
  const label = piece?.label ?? trigger.trigger
  return (
    <Paper p="sm">
      <div className={classes.triggerHead}>
        <Text fw={550}>{label}</Text>
        <Tooltip label="Remove this trigger">
          <ActionIcon aria-label={`Remove ${label}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      {piece?.form ? (
        <LazyWidget
          load={piece.form}
          props={{
            value: trigger.input,
            onChange: (input: Record<string, unknown>) => onChange({ ...trigger, input }),
          }}
          fallback={<SkeletonRows rows={1} />}
        />
      ) : null}
    </Paper>
  )
}

function AddTrigger({ onAdd }: { onAdd: (trigger: string) => void }) {
  const { open: all } = useOpenTriggers()
  const groups = [...new Set(all.map(([key]) => key.split('.')[0]!))]
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={1.75} />}>
          Add a trigger
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {groups.map(group => (
          <Fragment key={group}>
            <Menu.Label>{group.charAt(0).toUpperCase() + group.slice(1).replaceAll('_', ' ')}</Menu.Label>
            {all
              .filter(([key]) => key.split('.')[0] === group)
              .map(([key, { label }]) => (
                <Menu.Item key={key} onClick={() => onAdd(key)}>
                  {label}
                </Menu.Item>
              ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Reentry() {
  const { graph, setGraph } = useEditor()
  return (
    <NativeSelect
      label="Can a person go through it again?"
      value={graph.reentry}
      data={[
        { value: 'once', label: 'No, once only' },
        { value: 'after_finish', label: 'Yes, once they have finished' },
        { value: 'every_time', label: 'Yes, every time' },
      ]}
      description={reentrySentence[graph.reentry]}
      onChange={event => setGraph({ ...graph, reentry: event.currentTarget.value as Graph['reentry'] })}
    />
  )
}

function EarlyExit() {
  const { graph, setGraph } = useEditor()
  return (
    <Stack gap="xs">
      <Switch
        label="Only as long as they match"
        description="Checked before each step. Anyone who no longer matches leaves the workflow."
        checked={graph.exit !== null}
        onChange={event => setGraph({ ...graph, exit: event.currentTarget.checked ? { match: 'all', of: [] } : null })}
      />
      {graph.exit ? (
        <>
          <Problems id="exit" />
          <ConditionsField
            value={graph.exit}
            onChange={exit => setGraph({ ...graph, exit: { ...exit } }, 'exit conditions')}
          />
        </>
      ) : null}
    </Stack>
  )
}
