import {
  Checkbox,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Paper,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { useMembers } from '#clients/widgets/use-members.ts'
import { LabelSelect } from '#people/widgets/label-select.tsx'
import { Problem } from '#ui/problem.tsx'
import { useMay } from '#web/me.tsx'
import { type Handling, type Privacy, privacies, privacyNames } from '../rules/definition.ts'
import classes from './forms.module.css'
import { ReplyFileField } from './reply-file.tsx'
import type { FormDraft } from './use-form-draft.ts'

export interface PartProps {
  handling: Handling
  errors: Record<string, string>
  change: (change: Partial<Handling>) => void
}

/** What becomes of an answer. It counts from the moment it is saved, without publishing. */
export function HandlingFields({ draft }: { draft: FormDraft }) {
  const mayWrite = useMay('content.write')
  const { words, set, errors, problem, conflict } = draft
  const props: PartProps = {
    handling: words.handling,
    errors,
    change: change => set(now => ({ ...now, handling: { ...now.handling, ...change } })),
  }
  return (
    <fieldset disabled={!mayWrite} className={classes.fieldset}>
      <Stack>
        {conflict ? null : <Problem error={problem} />}
        <Text size="sm" c="dimmed">
          These settings apply right away to every version of the form.
        </Text>
        <div className={classes.parts}>
          <Part title="The form">
            <TextInput
              label="Name"
              description="Only your team sees this. Visitors see the title."
              required
              maxLength={120}
              value={words.name}
              error={errors.name}
              onChange={event => {
                const { value } = event.currentTarget
                set(now => ({ ...now, name: value }))
              }}
            />
            <NativeSelect
              label="Who can read submissions"
              value={words.handling.privacy}
              data={privacies.map(value => ({ value, label: privacyNames[value] }))}
              onChange={event => props.change({ privacy: event.currentTarget.value as Privacy })}
            />
            <Indexing {...props} />
          </Part>
          <Closing {...props} />
          <People {...props} />
          <Team {...props} />
          <Reply {...props} />
        </div>
      </Stack>
    </fieldset>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper p="lg" component="section" aria-label={title}>
    <Stack gap="sm">
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  </Paper>
)

const Indexing = ({ handling, change }: PartProps) => (
  <Switch
    label="Show this form in search engines"
    description="Google and others may list its page. When off, only people with the link find it."
    checked={handling.indexed ?? false}
    onChange={event => change({ indexed: event.currentTarget.checked })}
  />
)

/** It closes by itself, whichever comes first. */
const Closing = ({ handling, errors, change }: PartProps) => (
  <Part title="When it closes">
    <NumberInput
      label="Maximum number of submissions"
      description="Quarantine and spam don’t count. Deleting a submission frees its place."
      placeholder="No limit"
      min={1}
      max={100_000}
      allowDecimal={false}
      value={handling.closesAfter ?? ''}
      error={errors['handling.closesAfter']}
      onChange={value => change({ closesAfter: Number(value) || null })}
    />
    <TextInput
      type="date"
      label="Last day"
      description="Until midnight in your church’s time zone."
      value={handling.closesOn ?? ''}
      error={errors['handling.closesOn']}
      onChange={event => change({ closesOn: event.currentTarget.value })}
    />
  </Part>
)

const People = ({ handling, errors, change }: PartProps) => (
  <Part title="The person">
    <Switch
      label="Add them to the board as a new lead"
      description="People who already have an open lead keep it."
      checked={handling.lead}
      onChange={event => change({ lead: event.currentTarget.checked })}
    />
    <TextInput
      label="Source"
      description="Saved with the person and the lead. If empty, the form’s name."
      maxLength={100}
      value={handling.source}
      error={errors['handling.source']}
      onChange={event => change({ source: event.currentTarget.value })}
    />
    {handling.lead ? (
      <MemberSelect
        label="Owner of the new lead"
        description="If empty, the rule in Settings applies."
        placeholder="Use the rule in Settings"
        value={handling.leadOwner ?? null}
        error={errors.leadOwner}
        onChange={leadOwner => change({ leadOwner })}
      />
    ) : null}
    <LabelSelect
      kind="tags"
      label="Add tags"
      value={handling.tagIds}
      error={errors.tagIds}
      onChange={tagIds => change({ tagIds })}
    />
  </Part>
)

function Team({ handling, errors, change }: PartProps) {
  const { members } = useMembers()
  return (
    <Part title="Your team">
      <MultiSelect
        label="Notify"
        description="Only people who can read the submission are notified."
        data={members.map(one => ({ value: one.userId, label: one.name || one.email }))}
        value={handling.notify}
        error={errors.notify}
        searchable
        clearable
        onChange={notify => change({ notify })}
      />
      <Checkbox
        label="Also by email"
        checked={handling.notifyByMail}
        onChange={event => change({ notifyByMail: event.currentTarget.checked })}
      />
    </Part>
  )
}

const Reply = ({ handling, errors, change }: PartProps) => (
  <Part title="Confirmation email">
    <Switch
      label="Send a thank-you email"
      description="At most once a day to each address."
      checked={handling.reply}
      onChange={event => change({ reply: event.currentTarget.checked })}
    />
    {handling.reply ? (
      <>
        <TextInput
          label="Subject"
          maxLength={200}
          value={handling.replySubject}
          error={errors['handling.replySubject']}
          onChange={event => change({ replySubject: event.currentTarget.value })}
        />
        <Textarea
          label="Words"
          description="{firstName|friend} becomes their first name, {businessName} your church’s name."
          autosize
          minRows={4}
          maxRows={14}
          value={handling.replyText}
          error={errors['handling.replyText']}
          onChange={event => change({ replyText: event.currentTarget.value })}
        />
        <ReplyFileField handling={handling} errors={errors} change={change} />
      </>
    ) : null}
  </Part>
)
