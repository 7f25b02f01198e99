import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { Panel } from '#ui/panel.tsx'
import type { FunnelDraft } from './use-funnel-draft.ts'
import type { Funnel } from './use-funnels.ts'

/** What the funnel is called, where it is, and whether search engines may list it. */
interface SettingsProps {
  funnel: Funnel
  draft: FunnelDraft
  disabled: boolean
}
export function FunnelSettings({ funnel, draft, disabled }: SettingsProps) {
  const { words, set, errors } = draft
  return (
    <Panel title="Settings">
      <Stack maw="40rem">
        <TextInput
          label="Name"
          maxLength={120}
          disabled={disabled}
          value={words.name}
          error={errors.name}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="For your team"
          autosize
          minRows={2}
          maxLength={1000}
          disabled={disabled}
          value={words.description}
          error={errors.description}
          onChange={event => set({ description: event.currentTarget.value })}
        />
        <AddressFields funnel={funnel} draft={draft} disabled={disabled} />
      </Stack>
    </Panel>
  )
}

function AddressFields({ funnel, draft: { words, set, errors }, disabled }: SettingsProps) {
  const base = funnel.address.slice(0, funnel.address.lastIndexOf('/') + 1)
  return (
    <>
      <TextInput
        label="Address"
        description={`${base}…`}
        maxLength={60}
        disabled={disabled}
        value={words.slug}
        error={errors.slug}
        onChange={event => set({ slug: event.currentTarget.value })}
      />
      <Checkbox
        label="Ask search engines not to list it"
        disabled={disabled}
        checked={words.isHidden}
        onChange={event => set({ isHidden: event.currentTarget.checked })}
      />
      <TextInput
        label="When archived, send visitors to"
        description="Empty: they read that it has ended"
        placeholder="https://"
        type="url"
        disabled={disabled}
        value={words.redirect}
        error={errors.redirect}
        onChange={event => set({ redirect: event.currentTarget.value })}
      />
    </>
  )
}
