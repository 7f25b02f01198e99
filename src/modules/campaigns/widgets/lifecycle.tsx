import { Button } from '@mantine/core'
import { people } from '#messaging/send-policy/rules/skipped.ts'
import { confirm } from '#ui/confirm.tsx'

interface PauseProps<Campaign> {
  state: string
  busy: boolean
  act: (work: () => Promise<Campaign>) => unknown
  pause: () => Promise<Campaign>
  resume: () => Promise<Campaign>
}

/** Pauses what is being sent, and resumes what is paused. */
export function PauseOrResume<Campaign>({ state, busy, act, pause, resume }: PauseProps<Campaign>) {
  const isPaused = state === 'paused'
  if (state !== 'sending' && !isPaused) return null
  return (
    <Button variant="default" loading={busy} onClick={() => void act(isPaused ? resume : pause)}>
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}

/**
 * Asks before a campaign is canceled.
 * @param waiting who has not got it yet; undefined: it has not begun
 * @param messages "Texts"
 */
export const confirmCancel = (waiting: number | undefined, messages: string): Promise<boolean> =>
  confirm({
    title: 'Cancel this campaign?',
    text:
      waiting === undefined
        ? 'Nothing will be sent.'
        : `${people(waiting)} who ${waiting === 1 ? 'has' : 'have'} not received it yet won’t get it. ${messages} that were already sent can’t be recalled.`,
    confirm: 'Cancel campaign',
    cancel: 'Keep',
    danger: true,
  })
