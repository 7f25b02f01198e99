import { Anchor, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { goalKinds, goalNames, type Next, type Step } from '../rules/steps.ts'
import classes from './funnels.module.css'
import { StepPages } from './step-pages.tsx'
import { StepTest } from './step-test.tsx'
import type { FunnelDraft } from './use-funnel-draft.ts'
import type { Funnel } from './use-funnels.ts'

export interface StepPanelProps {
  funnel: Funnel
  draft: FunnelDraft
  step: Step
  at: number
  disabled: boolean
}

/** One step: its name and address, its pages, its goal, and what follows. */
export function StepPanel(props: StepPanelProps) {
  const { funnel, draft, step, at, disabled } = props
  const set = (changes: Partial<Step>) => draft.steps.change(step.id, changes)
  const isOnline = step.goal.kind !== 'attended'
  const errorOf = (name: string) => draft.errors[`draft.${at}.${name}`]
  return (
    <div className={classes.panel}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          maxLength={80}
          disabled={disabled}
          value={step.name}
          error={errorOf('name')}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Address"
          description={at === 0 ? 'The first step is the funnel’s own address' : 'Below the funnel’s address'}
          maxLength={60}
          disabled={disabled}
          value={step.slug}
          error={errorOf('slug')}
          onChange={event => set({ slug: event.currentTarget.value })}
        />
      </SimpleGrid>
      <GoalFields step={step} disabled={disabled} set={set} />
      {isOnline ? <StepPages {...props} set={set} /> : null}
      {isOnline && step.variants.length > 1 ? <StepTest {...props} set={set} /> : null}
      {isOnline ? <NextFields {...props} set={set} error={errorOf('next.href')} /> : null}
      {isOnline && step.goal.kind === 'view' ? (
        <Text size="sm" c="dimmed">
          On the page, a button that leads to <code>#next</code> takes visitors to the step that follows.
        </Text>
      ) : null}
      <Problems funnel={funnel} step={step} />
    </div>
  )
}

const Problems = ({ funnel, step }: { funnel: Funnel; step: Step }) => (
  <>
    {funnel.blockers
      .filter(one => one.stepId === step.id)
      .map(({ message, href }) => (
        <Group key={message} gap="xs">
          <Text size="sm">{message}</Text>
          {href ? (
            <Anchor href={href} size="sm">
              Fix it
            </Anchor>
          ) : null}
        </Group>
      ))}
  </>
)

export type SetStep = (changes: Partial<Step>) => void

function GoalFields({ step, disabled, set }: { step: Step; disabled: boolean; set: SetStep }) {
  const { kind, id } = step.goal
  const forms = useQuery(
    api.forms.list.queryOptions({
      input: { limit: 200, sort: 'name' },
      enabled: kind === 'form' || kind === 'purchase',
      meta: { live: ['forms'] },
    }),
  )
  const types = useQuery(api.calendarTypes.list.queryOptions({ input: {}, enabled: kind === 'booking' }))
  const choices =
    kind === 'form' || kind === 'purchase' ? forms.data?.items : kind === 'booking' ? types.data?.items : undefined
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NativeSelect
        label="Goal"
        description="What a visitor does here that counts"
        disabled={disabled}
        value={kind}
        data={goalKinds.map(value => ({ value, label: goalNames[value] }))}
        onChange={event => {
          const next = event.currentTarget.value as Step['goal']['kind']
          set({ goal: { kind: next, id: null }, ...(next === 'attended' && { variants: [] }) })
        }}
      />
      {kind === 'form' || kind === 'booking' || kind === 'purchase' ? (
        <NativeSelect
          label={kind === 'booking' ? 'Appointment type' : 'Form'}
          description={kind === 'booking' ? 'The page must link to it' : 'The page must show it'}
          disabled={disabled}
          value={id ?? ''}
          data={[
            { value: '', label: kind === 'purchase' ? 'Any payment or gift' : 'Choose one' },
            ...(choices ?? []).map(one => ({ value: one.id, label: one.name })),
          ]}
          onChange={event => set({ goal: { kind, id: event.currentTarget.value || null } })}
        />
      ) : null}
    </SimpleGrid>
  )
}

type NextProps = StepPanelProps & { set: SetStep; error: string | undefined }

function NextFields({ draft, step, disabled, set, error }: NextProps) {
  const others = draft.words.draft.filter(one => one.id !== step.id && one.goal.kind !== 'attended')
  const { next } = step
  const change = (kind: string) => {
    const changed: Record<string, Next> = {
      next: { kind: 'next' },
      step: { kind: 'step', stepId: others[0]?.id ?? step.id },
      address: { kind: 'address', href: 'https://' },
    }
    set({ next: changed[kind]! })
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NativeSelect
        label="After the goal"
        disabled={disabled}
        value={next.kind}
        data={[
          { value: 'next', label: 'Go to the next step' },
          { value: 'step', label: 'Go to a step of your choice', disabled: others.length === 0 },
          { value: 'address', label: 'Go to another address' },
        ]}
        onChange={event => change(event.currentTarget.value)}
      />
      {next.kind === 'step' ? (
        <NativeSelect
          label="Step"
          disabled={disabled}
          value={next.stepId}
          data={others.map(one => ({ value: one.id, label: one.name }))}
          onChange={event => set({ next: { kind: 'step', stepId: event.currentTarget.value } })}
        />
      ) : null}
      {next.kind === 'address' ? (
        <TextInput
          label="Address"
          type="url"
          disabled={disabled}
          value={next.href}
          error={error}
          onChange={event => set({ next: { kind: 'address', href: event.currentTarget.value } })}
        />
      ) : null}
    </SimpleGrid>
  )
}
