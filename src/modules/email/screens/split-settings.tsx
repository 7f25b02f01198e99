import { NativeSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { ENOUGH } from '#campaigns/rules/winner.ts'
import { Panel } from '#ui/panel.tsx'
import classes from './composer.module.css'
import type { CampaignDraft, Content } from './use-campaign.ts'

type Split = NonNullable<Content['split']>
const begin: Split = { subject: '', preheader: '', share: 50, hours: 24, otherwise: 'a' }

/** Two versions, for whom, until when, and what the rest gets where nothing can be told. */
export function SplitSettings({ draft: { content, set, errors } }: { draft: CampaignDraft }) {
  const { split } = content
  const change = (changes: Partial<Split>) => set({ split: { ...(split ?? begin), ...changes } })
  return (
    <Panel title="A/B test">
      <Stack gap="sm">
        <Switch
          label="A/B test"
          description="Part of the recipients get version A or B, half each. The version with more clicks goes to the rest."
          checked={split !== null}
          onChange={event => set({ split: event.currentTarget.checked ? begin : null })}
        />
        {split ? (
          <>
            <TextInput
              label="Subject of version B"
              placeholder={content.subject}
              description="If empty, the same subject. Edit the content of version B under “Content”."
              maxLength={200}
              value={split.subject}
              error={errors['split.subject']}
              onChange={event => change({ subject: event.currentTarget.value })}
            />
            <Terms split={split} change={change} error={errors.split} />
            <Text size="sm" c="dimmed">
              The winner is chosen at that time, if at least {ENOUGH} people clicked each version.
            </Text>
          </>
        ) : null}
      </Stack>
    </Panel>
  )
}

interface TermsProps {
  split: Split
  change: (changes: Partial<Split>) => void
  error?: string
}

const Terms = ({ split, change, error }: TermsProps) => (
  <div className={classes.pair}>
    <NumberInput
      label="Test group"
      suffix=" %"
      min={10}
      max={100}
      clampBehavior="blur"
      value={split.share}
      error={error}
      onChange={value => typeof value === 'number' && change({ share: value })}
    />
    <NumberInput
      label="Compare after"
      suffix=" hours"
      min={1}
      max={168}
      clampBehavior="blur"
      value={split.hours}
      onChange={value => typeof value === 'number' && change({ hours: value })}
    />
    <NativeSelect
      label="If there is no winner, send"
      value={split.otherwise}
      onChange={event => change({ otherwise: event.currentTarget.value as Split['otherwise'] })}
      data={[
        { value: 'a', label: 'Version A' },
        { value: 'b', label: 'Version B' },
      ]}
    />
  </div>
)
