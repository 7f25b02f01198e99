import { ActionIcon, Alert, Group, List, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconCopyPlus, IconScissors, IconTrash, IconX } from '@tabler/icons-react'
import { keyed } from '#kernel/modules.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { LazyWidget } from '#web/lazy-widget.tsx'
import type { Step } from '../rules/graph.ts'
import classes from './editor.module.css'
import { ApprovalForm, BranchForm, GoalForm, SplitForm } from './fork-forms.tsx'
import { labelOf, StepIcon } from './step-icon.tsx'
import { problemsAt, useEditor } from './use-editor.ts'
import { WaitForm } from './wait-form.tsx'

/** What is chosen for one step, and everything that can be done with it. */
export function StepPanel({ step }: { step: Step }) {
  const editor = useEditor()
  return (
    <Stack gap="md">
      <PanelHead icon={<StepIcon step={step} />} title={labelOf(step)} actions={<Acts step={step} />} />
      <Problems id={step.id} />
      <fieldset disabled={!editor.mayWrite} className={classes.fieldset}>
        <StepForm key={step.id} step={step} />
      </fieldset>
    </Stack>
  )
}

interface HeadProps {
  icon?: React.ReactNode
  title: string
  actions?: React.ReactNode
}

export function PanelHead({ icon, title, actions }: HeadProps) {
  const { select, selected } = useEditor()
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="xs" wrap="nowrap">
        {icon}
        <Title order={2} size="h3">
          {title}
        </Title>
      </Group>
      <Group gap={2} wrap="nowrap">
        {actions}
        {selected ? (
          <Tooltip label="Close">
            <ActionIcon aria-label="Close this panel" onClick={() => select(null)}>
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </Group>
    </Group>
  )
}

export function Problems({ id }: { id: string }) {
  const messages = [...new Set(problemsAt(useEditor(), id))]
  if (messages.length === 0) return null
  return (
    <Alert color="yellow" title="Not complete yet">
      <List size="sm">
        {messages.map(message => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Acts({ step: { id } }: { step: Step }) {
  const { move, copy, duplicate, remove, mayWrite } = useEditor()
  if (!mayWrite) return null
  const cut = () => {
    copy(id)
    remove(id)
  }
  const acts = [
    ['Move up', IconArrowUp, () => move(id, -1)],
    ['Move down', IconArrowDown, () => move(id, 1)],
    ['Duplicate', IconCopyPlus, () => duplicate(id)],
    ['Copy', IconCopy, () => copy(id)],
    ['Cut, to paste it elsewhere', IconScissors, cut],
    ['Delete', IconTrash, () => remove(id)],
  ] as const
  return acts.map(([label, Icon, act]) => (
    <Tooltip key={label} label={label}>
      <ActionIcon aria-label={label} onClick={act}>
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  ))
}

function StepForm({ step }: { step: Step }) {
  switch (step.kind) {
    case 'action':
      return <ActionForm step={step} />
    case 'wait':
      return <WaitForm step={step} />
    case 'branch':
      return <BranchForm step={step} />
    case 'split':
      return <SplitForm step={step} />
    case 'approval':
      return <ApprovalForm step={step} />
    case 'goal':
      return <GoalForm step={step} />
    case 'exit':
      return (
        <Text size="sm" c="dimmed">
          The person leaves the workflow here. Nothing after it happens for them.
        </Text>
      )
  }
}

function ActionForm({ step }: { step: Extract<Step, { kind: 'action' }> }) {
  const { change } = useEditor()
  const form = keyed('automationActions').get(step.action)?.form
  if (!form)
    return (
      <Text size="sm" c="dimmed">
        Nothing has to be chosen for this step.
      </Text>
    )
  return (
    <LazyWidget
      load={form}
      props={{ value: step.input, onChange: (input: Record<string, unknown>) => change({ ...step, input }) }}
      fallback={<SkeletonRows rows={2} />}
    />
  )
}
