import { Paper, Stack, Switch, Text, Textarea, Title } from '@mantine/core'
import { KEPT_DAYS, keeps } from '../rules/keeping.ts'
import type { FormDraft } from './use-form-draft.ts'

/** Off until someone wants it: what visitors type is theirs until they send it. */
export function Keeping({ draft }: { draft: FormDraft }) {
  const { words, set, errors } = draft
  const { keep = false, keepNotice = '' } = words.draft
  const change = (changes: { keep?: boolean; keepNotice?: string }) =>
    set(now => ({ ...now, draft: { ...now.draft, ...changes } }))
  const isOff = keep && !keeps(words.draft, words.handling.privacy)
  return (
    <Paper p="lg" component="section" aria-label="Before they submit">
      <Stack gap="sm">
        <Title order={2} size="h3">
          Before they submit
        </Title>
        <Switch
          label="Help people finish"
          description={`Saves what people type for ${KEPT_DAYS} days, after they enter an email or phone number and go on. Not for files, consent or kiosks.`}
          checked={keep}
          onChange={event => change({ keep: event.currentTarget.checked })}
        />
        {keep ? (
          <Textarea
            label="Notice to visitors"
            placeholder="We save what you type for 30 days so that we can help you finish."
            autosize
            minRows={2}
            maxRows={5}
            maxLength={500}
            value={keepNotice}
            error={errors['draft.keepNotice']}
            onChange={event => change({ keepNotice: event.currentTarget.value })}
          />
        ) : null}
        {isOff ? (
          <Text size="sm" c="dimmed" role="status">
            Not available for this form: prayer requests and answers for pastors only are not saved until they are
            submitted.
          </Text>
        ) : null}
      </Stack>
    </Paper>
  )
}
