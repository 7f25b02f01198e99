import { SegmentedControl, Slider, Stack, Text, Textarea } from '@mantine/core'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import type { Conditions } from '#people/segments/rules/condition.ts'
import { ConditionList } from '#people/widgets/condition-list.tsx'
import type { Step } from '../rules/graph.ts'
import { useEditor } from './use-editor.ts'
import { Length } from './wait-form.tsx'

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
const none: Conditions = { match: 'all', of: [] }

/** Conditions as the segment editor asks them. */
export const ConditionsField = ({
  value,
  onChange,
}: {
  value: unknown
  onChange: (conditions: Conditions) => void
}) => (
  <ConditionList
    conditions={Array.isArray((value as Conditions | null)?.of) ? (value as Conditions) : none}
    errors={false}
    onChange={onChange}
  />
)

export function BranchForm({ step }: { step: Of<'branch'> }) {
  const { change } = useEditor()
  const { waited } = (step.conditions ?? {}) as { waited?: 'event' | 'timeout' }
  const set = (conditions: unknown) => change({ ...step, conditions })
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Decided by"
        value={waited ? 'wait' : 'person'}
        data={[
          { value: 'person', label: 'The person' },
          { value: 'wait', label: 'The wait above' },
        ]}
        onChange={value => set(value === 'wait' ? { waited: 'event' } : none)}
      />
      {waited ? (
        <Text size="sm">
          <b>Yes</b>: it happened in time. <b>No</b>: the time ran out.
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            People who match go the way of <b>Yes</b>, as they are at that moment.
          </Text>
          <ConditionsField value={step.conditions} onChange={set} />
        </>
      )}
    </Stack>
  )
}

export function SplitForm({ step }: { step: Of<'split'> }) {
  const { change } = useEditor()
  return (
    <Stack gap="xs" pb="lg">
      <Text size="sm">
        {step.percent}% go the way of <b>Yes</b>, {100 - step.percent}% the way of <b>No</b>.
      </Text>
      <Slider
        min={1}
        max={99}
        value={step.percent}
        label={percent => `${percent}%`}
        thumbLabel="Share of the way of Yes"
        onChange={percent => change({ ...step, percent })}
      />
    </Stack>
  )
}

export function ApprovalForm({ step }: { step: Of<'approval'> }) {
  const { change } = useEditor()
  return (
    <Stack gap="sm">
      <Textarea
        label="Question"
        description="They see it with the person’s name."
        required
        autosize
        minRows={2}
        maxLength={300}
        defaultValue={step.question}
        onChange={event => {
          const question = event.currentTarget.value
          // An empty question can't be saved: the last one stays until there is another.
          if (question.trim()) change({ ...step, question })
        }}
      />
      <MemberSelect
        label="Who answers"
        placeholder="The person’s owner"
        value={step.assigneeId}
        onChange={assigneeId => change({ ...step, assigneeId })}
      />
      <Length label="Answer within" value={step} onChange={length => change({ ...step, ...length })} />
      <Text size="sm" c="dimmed">
        No answer in time is a no.
      </Text>
    </Stack>
  )
}

export function GoalForm({ step }: { step: Of<'goal'> }) {
  const { change } = useEditor()
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        The workflow is complete for people who match here. Everyone else goes on.
      </Text>
      <ConditionsField value={step.conditions} onChange={conditions => change({ ...step, conditions })} />
    </Stack>
  )
}
