import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { people, skippedWords } from '#messaging/send-policy/rules/skipped.ts'
import { confirm } from '#ui/confirm.tsx'
import { messageOf } from '#ui/message.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import type { DraftState, Issue } from './use-draft.ts'

interface ActionsProps {
  issue: Issue
  /** while it is being written */
  draft?: DraftState
}

function useActions({ issue, draft }: ActionsProps) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const key = api.newsletters.get.queryKey({ input: { id: issue.id } })
  /** The version to act on, once what was typed is saved; undefined where that was refused. */
  const current = async () => {
    if (draft && !(await draft.flush())) return
    return { id: issue.id, version: draft ? draft.version() : issue.version }
  }
  const act = async (work: () => Promise<Issue>, failed = 'That did not work') => {
    setBusy(true)
    try {
      const next = await work()
      queries.setQueryData(key, next)
      void queries.invalidateQueries({ queryKey: api.newsletters.list.key() })
      return next
    } catch (error) {
      toastError(error, failed)
    } finally {
      setBusy(false)
    }
  }
  const send = async () => {
    const which = await current()
    if (!which) return
    setBusy(true)
    try {
      const { reached, excluded } = await client.newsletters.audience({ id: issue.id })
      setBusy(false)
      const sure = await confirm({
        title: `Send this newsletter to ${people(reached)}?`,
        text: `You can pause it, but emails that were already sent can’t be recalled. ${skippedWords(excluded)}`.trim(),
        confirm: `Send to ${people(reached)}`,
      })
      if (!sure) return
      setBusy(true)
      const next = await client.newsletters.send(which)
      queries.setQueryData(key, next)
      toast(`Sending to ${people(next.progress?.total ?? reached)}`)
    } catch (error) {
      toastError(`Error sending newsletter: ${messageOf(error) || 'Failed to send newsletter'}`)
    } finally {
      setBusy(false)
    }
  }
  return { busy, current, act, send }
}

/** The one thing to do next, and the rest in a menu. */
export function Actions({ issue, draft }: ActionsProps) {
  const { busy, current, act, send } = useActions({ issue, draft })
  const [testing, test] = useDisclosure()
  const [planning, plan] = useDisclosure()
  const which = { id: issue.id }
  const verb = (label: string, work: () => Promise<Issue>) => (
    <Button variant="default" loading={busy} onClick={() => void act(work)}>
      {label}
    </Button>
  )
  if (issue.state === 'sending')
    return (
      <Group gap="xs" wrap="nowrap">
        {verb('Pause', () => client.newsletters.pause(which))}
        <Cancel issue={issue} act={act} />
      </Group>
    )
  if (issue.state === 'paused')
    return (
      <Group gap="xs" wrap="nowrap">
        {verb('Resume', () => client.newsletters.resume(which))}
        <Cancel issue={issue} act={act} />
      </Group>
    )
  if (issue.state === 'sent' || issue.state === 'cancelled') return null
  const ready = async () => {
    const version = await current()
    if (version) await act(() => client.newsletters.ready(version))
  }
  return (
    <>
      <Button leftSection={<IconSend size={16} stroke={1.75} />} loading={busy} onClick={() => void send()}>
        Send now
      </Button>
      <More>
        <Menu.Item onClick={test.open}>Send a test</Menu.Item>
        {draft ? null : (
          <Menu.Item onClick={() => void act(() => client.newsletters.reopen(which))}>Move to drafts</Menu.Item>
        )}
        <Menu.Item onClick={plan.open}>{issue.state === 'scheduled' ? 'Reschedule' : 'Schedule'}</Menu.Item>
        {issue.state === 'ready' ? null : <Menu.Item onClick={() => void ready()}>Mark ready</Menu.Item>}
        <Menu.Divider />
        <Delete issue={issue} />
      </More>
      <TestDialog opened={testing} onClose={test.close} issue={issue} current={current} />
      <ScheduleDialog opened={planning} onClose={plan.close} issue={issue} current={current} />
    </>
  )
}

const More = ({ children }: { children: ReactNode }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon size={36} variant="default" aria-label="More actions">
        <IconDots size={18} stroke={1.75} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

function Cancel({ issue, act }: { issue: Issue; act: ReturnType<typeof useActions>['act'] }) {
  const ask = async () => {
    const waiting = issue.progress?.waiting ?? 0
    const sure = await confirm({
      title: 'Cancel this newsletter?',
      text: `${people(waiting)} who ${waiting === 1 ? 'has' : 'have'} not received it yet won’t get it. Emails that were already sent can’t be recalled.`,
      confirm: 'Cancel sending',
      cancel: 'Keep sending',
      danger: true,
    })
    if (sure) await act(() => client.newsletters.cancel({ id: issue.id }))
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void ask()}>
      Cancel
    </Button>
  )
}

function Delete({ issue }: { issue: Issue }) {
  const navigate = useNavigate()
  const remove = async () => {
    try {
      await client.newsletters.remove({ id: issue.id })
      await navigate('/admin#newsletter')
      toast('Draft deleted', async () => {
        await client.newsletters.restore({ id: issue.id })
        await navigate(`/admin/newsletters/${issue.id}`)
      })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Menu.Item color="red" onClick={() => void remove()}>
      Delete
    </Menu.Item>
  )
}
