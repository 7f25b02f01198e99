import { Collapse, Switch } from '@mantine/core'
import { PollFields } from './poll-fields.tsx'
import { SplitFields } from './split-fields.tsx'
import type { Draft, PollDraft, SplitDraft } from './use-send-form.ts'

const newPoll: PollDraft = {
  options: ['Yes', 'No'],
  style: 'letters',
  hours: 72,
  thanks: 'Thank you, your answer is counted.',
}
const newSplit: SplitDraft = { body: '', share: 50, hours: 4, by: 'answers', otherwise: 'a' }

interface ShapesProps {
  form: {
    draft: Pick<Draft, 'poll' | 'split'>
    errors: Record<string, string>
    limit: number
    change: (part: Partial<Pick<Draft, 'poll' | 'split'>>) => void
  }
}

/** A question, or two versions; one of them at most. */
export function Shapes({ form }: ShapesProps) {
  const { draft, errors, change } = form
  return (
    <>
      <Switch
        label="Ask a question with answers to choose from"
        checked={draft.poll !== null}
        onChange={event => change({ poll: event.currentTarget.checked ? newPoll : null, split: null })}
      />
      <Collapse expanded={draft.poll !== null}>
        {draft.poll ? <PollFields form={form} poll={draft.poll} /> : null}
      </Collapse>
      <Switch
        label="A/B test"
        checked={draft.split !== null}
        error={errors.split}
        onChange={event => change({ split: event.currentTarget.checked ? newSplit : null, poll: null })}
      />
      <Collapse expanded={draft.split !== null}>
        {draft.split ? <SplitFields form={form} split={draft.split} /> : null}
      </Collapse>
    </>
  )
}
