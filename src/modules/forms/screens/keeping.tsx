import { Paper, Stack, Switch, Text, Textarea, Title } from '@mantine/core'
import { KEPT_DAYS, keeps } from '../rules/keeping.ts'
import type { FormDraft } from './use-form-draft.ts'

/** Off until somebody wants it: what visitors type is theirs until they send it. */
export function Keeping({ draft }: { draft: FormDraft }) {
  const { words, set, errors } = draft
  const { keep = false, keepNotice = '' } = words.draft
  const change = (changes: { keep?: boolean; keepNotice?: string }) =>
    set(now => ({ ...now, draft: { ...now.draft, ...changes } }))
  const isOff = keep && !keeps(words.draft, words.handling.privacy)
  return (
    <Paper p="lg" component="section" aria-label="Before it is sent">
      <Stack gap="sm">
        <Title order={2} size="h3">
          Before it is sent
        </Title>
        <Switch
          label="Help people finish"
          description={`Keeps what somebody typed for ${KEPT_DAYS} days, once they have given an e-mail address or a phone number and gone on. Files, consents and a kiosk are left out.`}
          checked={keep}
          onChange={event => change({ keep: event.currentTarget.checked })}
        />
        {keep ? (
          <Textarea
            label="What the page says first"
            placeholder="What you type is kept for 30 days so that we can help you finish."
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
            Nothing is kept of this form: prayer requests and what only pastors may read stay with whoever writes them
            until they are sent.
          </Text>
        ) : null}
      </Stack>
    </Paper>
  )
}
