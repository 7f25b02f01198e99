import { ActionIcon, Button, Group, Paper, SegmentedControl, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Arm } from '#campaigns/rules/arms.ts'
import { Problem } from '#ui/problem.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { api } from '#web/api.ts'
import { BlockList } from './block-list.tsx'
import classes from './composer.module.css'
import { MailPreview } from './mail-preview.tsx'
import { SaveTemplate } from './save-template.tsx'
import type { Campaign, CampaignDraft } from './use-campaign.ts'
import { useVersion } from './use-version.ts'

interface CampaignContentProps {
  campaign: Campaign
  draft: CampaignDraft
}

/** What it says, and beside it how that looks. */
export function CampaignContent({ campaign, draft }: CampaignContentProps) {
  const { content, errors, problem } = draft
  const [chosen, choose] = useState<Arm>('a')
  const arm = content.split ? chosen : 'a'
  const version = useVersion(draft, arm)
  const shown = { ...version.words, subject: version.words.subject || content.subject }
  const problems = useProblems(campaign.id, draft.saved)
  useHotkeys([
    ['mod+Z', () => draft.undo?.()],
    ['mod+shift+Z', () => draft.redo?.()],
  ])
  return (
    <div className={classes.columns}>
      <Paper p="lg">
        <Stack gap="sm">
          <Problem error={problem} />
          {content.split ? <Versions value={arm} onChange={choose} /> : null}
          <Counted
            label="Subject"
            required={arm === 'a'}
            best={60}
            name="subject"
            version={version}
            error={errors.subject}
          />
          <Counted label="Preheader" best={110} name="preheader" version={version} error={errors.preheader} />
          <Toolbar draft={draft} />
          <Parts key={arm} draft={draft} version={version} problems={problems} />
          <Text size="sm" c="dimmed">
            Every email includes your postal address, the unsubscribe link and the preferences link.
          </Text>
        </Stack>
      </Paper>
      <div className={classes.side}>
        <MailPreview id={campaign.id} mail={shown} />
      </div>
    </div>
  )
}

interface PartsProps {
  draft: CampaignDraft
  version: ReturnType<typeof useVersion>
  problems: Map<string, string>
}

const Parts = ({ draft: { content, errors }, version: { own, words, change }, problems }: PartsProps) => (
  <>
    {errors.blocks ? (
      <Text size="sm" c="red" role="alert">
        {errors.blocks}
      </Text>
    ) : null}
    {own ? (
      <BlockList blocks={words.blocks} onChange={blocks => change({ blocks })} problems={problems} />
    ) : (
      <Text size="sm" c="dimmed">
        Version B has the same content as version A.{' '}
        <Button size="compact-sm" variant="subtle" onClick={() => change({ blocks: content.blocks })}>
          Edit it separately
        </Button>
      </Text>
    )}
  </>
)

const Versions = ({ value, onChange }: { value: Arm; onChange: (arm: Arm) => void }) => (
  <SegmentedControl
    aria-label="Version"
    value={value}
    onChange={arm => onChange(arm as Arm)}
    data={[
      { value: 'a', label: 'Version A' },
      { value: 'b', label: 'Version B' },
    ]}
  />
)

/** What is wrong with each block, as it is stored. */
function useProblems(id: string, saved: boolean): Map<string, string> {
  const { data } = useQuery(api.emailCampaigns.checks.queryOptions({ input: { id }, enabled: saved }))
  return useMemo(
    () =>
      new Map(
        data?.items.flatMap(({ level, text, block }) => (level === 'error' && block ? [[block, text] as const] : [])),
      ),
    [data],
  )
}

interface CountedProps {
  label: string
  name: 'subject' | 'preheader'
  /** so many characters are shown */
  best: number
  required?: boolean
  version: ReturnType<typeof useVersion>
  error?: string
}

function Counted({ label, name, best, required, version: { words, change }, error }: CountedProps) {
  const length = words[name].length
  return (
    <TextInput
      label={label}
      required={required}
      maxLength={200}
      value={words[name]}
      error={error}
      onChange={event => change({ [name]: event.currentTarget.value })}
      rightSectionWidth={64}
      rightSection={
        <Text size="xs" c={length > best ? 'yellow.8' : 'dimmed'} data-figures>
          {length}/{best}
        </Text>
      }
    />
  )
}

function Toolbar({ draft }: { draft: CampaignDraft }) {
  const { undo, redo } = draft
  return (
    <div className={classes.toolbar}>
      <Group gap={4}>
        <Tooltip label="Undo (Ctrl Z)">
          <ActionIcon aria-label="Undo" disabled={!undo} onClick={undo}>
            <IconArrowBackUp size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Redo (Ctrl Shift Z)">
          <ActionIcon aria-label="Redo" disabled={!redo} onClick={redo}>
            <IconArrowForwardUp size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <SaveTemplate content={draft.content} />
      </Group>
      <SaveState state={draft} />
    </div>
  )
}
