import { ActionIcon, Group, Paper, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Problem } from '#ui/problem.tsx'
import { api } from '#web/api.ts'
import { BlockList } from './block-list.tsx'
import classes from './composer.module.css'
import { MailPreview } from './mail-preview.tsx'
import type { Campaign, CampaignDraft } from './use-campaign.ts'

interface CampaignContentProps {
  campaign: Campaign
  draft: CampaignDraft
}

/** What it says, and beside it how that looks. */
export function CampaignContent({ campaign, draft }: CampaignContentProps) {
  const { content, set, errors, problem } = draft
  useHotkeys([
    ['mod+Z', () => draft.undo?.()],
    ['mod+shift+Z', () => draft.redo?.()],
  ])
  return (
    <div className={classes.columns}>
      <Paper p="lg">
        <Stack gap="sm">
          <Problem error={problem} />
          <Counted label="Subject" required best={60} name="subject" draft={draft} />
          <Counted label="Preheader" best={110} name="preheader" draft={draft} />
          <Toolbar draft={draft} />
          {errors.blocks ? (
            <Text size="sm" c="red" role="alert">
              {errors.blocks}
            </Text>
          ) : null}
          <BlockList
            blocks={content.blocks}
            onChange={blocks => set({ blocks })}
            problems={useProblems(campaign.id, draft.saved)}
          />
          <Text size="sm" c="dimmed">
            Your postal address, the link to unsubscribe and the one to the preferences stand under every mail.
          </Text>
        </Stack>
      </Paper>
      <div className={classes.side}>
        <MailPreview id={campaign.id} mail={content} />
      </div>
    </div>
  )
}

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
  draft: CampaignDraft
}

function Counted({ label, name, best, required, draft: { content, set, errors } }: CountedProps) {
  const length = content[name].length
  return (
    <TextInput
      label={label}
      required={required}
      maxLength={200}
      value={content[name]}
      error={errors[name]}
      onChange={event => set({ [name]: event.currentTarget.value })}
      rightSectionWidth={64}
      rightSection={
        <Text size="xs" c={length > best ? 'yellow.8' : 'dimmed'} data-figures>
          {length}/{best}
        </Text>
      }
    />
  )
}

function Toolbar({ draft: { undo, redo, saved, errors, problem } }: { draft: CampaignDraft }) {
  const refused = Object.keys(errors).length > 0 || Boolean(problem)
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
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {saved ? 'Saved' : refused ? 'Not saved yet' : 'Saving …'}
      </Text>
    </div>
  )
}
