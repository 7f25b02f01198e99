import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#ui/message.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMembers } from '../widgets/use-members.ts'

type Member = Awaited<ReturnType<typeof client.members.list>>['items'][number]
interface RemoveMemberProps {
  member: Member
  name: string
  opened: boolean
  onClose: () => void
}

const words = {
  leads: ['open lead', 'open leads'],
  tasks: ['task', 'tasks'],
  people: ['person', 'people'],
  conversations: ['conversation', 'conversations'],
  workflow_approvals: ['workflow approval', 'workflow approvals'],
  form_submissions: ['form submission', 'form submissions'],
  prayer_requests: ['prayer request', 'prayer requests'],
  reviews: ['review', 'reviews'],
} as const

/** `3 open leads, 1 task` */
function told(work: Record<keyof typeof words, number>): string {
  const kinds = Object.keys(words) as (keyof typeof words)[]
  return kinds
    .filter(kind => work[kind] > 0)
    .map(kind => `${work[kind]} ${words[kind][work[kind] === 1 ? 0 : 1]}`)
    .join(', ')
}

/** Someone leaves the team: who takes over what was theirs? */
export function RemoveMember({ member, name, opened, onClose }: RemoveMemberProps) {
  const [to, setTo] = useState<string | null>(null)
  const { busy, problem, remove } = useRemoval(member, name, onClose)
  return (
    <Modal opened={opened} onClose={onClose} title={`Remove ${name}?`}>
      <Stack>
        {problem ? <Alert color="red">{messageOf(problem)}</Alert> : null}
        <Text>They lose access right away. What they wrote stays.</Text>
        <Heir member={member} name={name} asked={opened} value={to} onChange={setTo} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={busy} onClick={() => void remove(to)}>
            {to ? 'Remove and hand over' : 'Remove'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function useRemoval(member: Member, name: string, done: () => void) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  async function remove(to: string | null) {
    setBusy(true)
    setProblem(null)
    try {
      await client.members.remove({ id: member.id, ...(to && { handOverTo: to }) })
      toast(`${name} is no longer a member`)
      done()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: api.members.list.key() })
    }
  }
  return { busy, problem, remove }
}

interface HeirProps {
  member: Member
  name: string
  asked: boolean
  value: string | null
  onChange: (userId: string | null) => void
}

/** Who takes over, with what there is to take over; nothing is asked where nothing is theirs. */
function Heir({ member, name, asked, value, onChange }: HeirProps) {
  const { members } = useMembers()
  const work = useQuery(api.members.work.queryOptions({ input: { id: member.id }, enabled: asked, staleTime: 0 }))
  if (work.error) return <Text c="dimmed">We couldn’t count their assignments, so these stay with them.</Text>
  if (!work.data) return <SkeletonRows rows={1} />
  const theirs = told(work.data)
  if (!theirs) return <Text c="dimmed">Nothing is assigned to them.</Text>
  const heirs = members.filter(one => one.userId !== member.userId)
  return (
    <Select
      label="Who takes over?"
      description={`Assigned to ${name}: ${theirs}.`}
      placeholder="Nobody (no change)"
      clearable
      searchable
      value={value}
      onChange={onChange}
      data={heirs.map(one => ({ value: one.userId, label: one.name || one.email }))}
    />
  )
}
