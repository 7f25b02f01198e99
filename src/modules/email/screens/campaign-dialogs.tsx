import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from '#ui/problem.tsx'
import type { Campaign } from './use-campaign.ts'

export interface CampaignDialogProps {
  onClose: () => void
  campaign: Campaign
  /** saves what was typed; undefined where that was refused */
  current: () => Promise<{ id: string; version: number } | undefined>
  /** shows what came of it */
  onDone: (campaign: Campaign) => void
}

interface DialogProps {
  title: string
  submit: string
  busy: boolean
  problem: unknown
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

export const Dialog = ({ title, submit, busy, problem, onClose, onSubmit, children }: DialogProps) => (
  <Modal opened onClose={onClose} title={title}>
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack>
        <Problem error={problem} />
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
)
