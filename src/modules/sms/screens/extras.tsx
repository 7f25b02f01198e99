import { Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { Shapes } from './shapes.tsx'
import type { SendFormState } from './use-send-form.ts'

/** What a text can be besides a text: a question, or two versions; and who reads what comes back. */
export function Extras({ form }: { form: SendFormState }) {
  const { draft, errors, change } = form
  return (
    <Stack gap="sm">
      <MemberSelect
        label="Assign replies to"
        placeholder="Unassigned"
        value={draft.answersTo}
        error={errors.answersTo}
        onChange={answersTo => change({ answersTo })}
      />
      <Urgent form={form} />
      <Shapes form={form} />
    </Stack>
  )
}

/** For a prayer chain: at any hour, to anyone who agreed to that, and not without a reason. */
function Urgent({ form: { draft, errors, change } }: { form: SendFormState }) {
  const [open, setOpen] = useState(draft.urgentReason !== '')
  return (
    <>
      <Switch
        label="Urgent: send outside quiet hours"
        description="Only for groups that people join with a keyword for urgent messages. Everyone else gets it in the morning."
        checked={open}
        onChange={event => {
          setOpen(event.currentTarget.checked)
          if (!event.currentTarget.checked) change({ urgentReason: '' })
        }}
      />
      {open ? (
        <TextInput
          label="Reason"
          description="Saved with the report."
          maxLength={200}
          value={draft.urgentReason}
          error={errors.urgentReason}
          onChange={event => change({ urgentReason: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}
