import { Anchor, Badge, Button, Group, Menu, Skeleton, Stack, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconArrowMerge, IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { useMembers } from '#clients/widgets/use-members.ts'
import { AskedToStop } from '#consent/widgets/asked-to-stop.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Initials } from '#ui/initials.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { phoneText } from '../rules/phone-text.ts'
import { CustomFacts } from './custom-facts.tsx'
import { EditPerson } from './edit-person.tsx'
import { Facts } from './facts.tsx'
import { Households } from './households.tsx'
import { Notes } from './notes.tsx'
import classes from './person.module.css'
import type { Person } from './person-fields.tsx'
import { SaidYes } from './said-yes.tsx'
import { SamePerson } from './same-person.tsx'
import { Tasks } from './tasks.tsx'
import { Timeline } from './timeline.tsx'

export const meta = () => titled('Person')

/** Everything the church knows of one person. */
export default function PersonScreen() {
  const { id = '' } = useParams()
  const person = useQuery(api.people.get.queryOptions({ input: { id }, meta: { live: ['people', 'leads'] } }))
  // Somebody who was merged: their old address leads to who they are now.
  if (person.data && person.data.id !== id) return <Navigate to={`/people/${person.data.id}`} replace />
  return (
    <>
      <Anchor component={Link} to="/people" size="sm" className={classes.back}>
        <IconArrowLeft size={14} stroke={1.75} aria-hidden /> All people
      </Anchor>
      {person.error ? (
        <ErrorPanel error={person.error} what="this person" onRetry={() => void person.refetch()} />
      ) : person.data ? (
        <Page person={person.data} />
      ) : (
        <Stack>
          <Skeleton height={40} width="40%" />
          <Skeleton height={320} />
        </Stack>
      )}
    </>
  )
}

function Page({ person }: { person: Person }) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayWrite = useMay('people.write')
  // Whoever comes to write down a name begins at once.
  const asked = mayWrite && params.has('edit')
  const [editing, { open, close }] = useDisclosure(asked, { onClose: () => change({ edit: null }) })
  const mayRead = useMay('people.read')
  return (
    <>
      <PageHeader
        title={person.name}
        purpose={<Standing person={person} />}
        action={
          mayWrite ? (
            <Button leftSection={<IconPencil size={16} stroke={1.75} />} onClick={open}>
              Edit
            </Button>
          ) : undefined
        }
        menu={
          mayWrite ? (
            <Menu.Item
              component={Link}
              to={`/people/merge?first=${person.id}`}
              leftSection={<IconArrowMerge size={16} stroke={1.75} />}
            >
              Merge with…
            </Menu.Item>
          ) : undefined
        }
      >
        <OnBoard person={person} />
        <Message person={person} />
      </PageHeader>
      <div className={classes.split}>
        <About person={person} mayWrite={mayWrite} mayRead={mayRead} />
        <Story person={person} mayRead={mayRead} mayWrite={mayWrite} />
      </div>
      {editing ? <EditPerson person={person} onClose={close} /> : null}
    </>
  )
}

interface StoryProps {
  person: Person
  mayRead: boolean
  mayWrite: boolean
}

/** What happened, what was written down, and what is to be done. */
function Story({ person, mayRead, mayWrite }: StoryProps) {
  const mayTasks = useMay('tasks.read')
  return (
    <Panel>
      <Tabs defaultValue={mayRead ? 'timeline' : 'tasks'} keepMounted={false}>
        <Tabs.List mb="md">
          {mayRead ? <Tabs.Tab value="timeline">Timeline</Tabs.Tab> : null}
          {mayRead ? <Tabs.Tab value="notes">Notes</Tabs.Tab> : null}
          {mayTasks ? <Tabs.Tab value="tasks">Tasks</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="timeline">
          <Timeline personId={person.id} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <Notes personId={person.id} mayWrite={mayWrite} />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <Tasks personId={person.id} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}

interface AboutProps {
  person: Person
  mayWrite: boolean
  mayRead: boolean
}

const About = ({ person, mayWrite, mayRead }: AboutProps) => (
  <Stack>
    {mayWrite ? <SamePerson personId={person.id} /> : null}
    <Facts person={person} mayWrite={mayWrite} />
    <CustomFacts person={person} />
    <Households person={person} mayWrite={mayWrite} />
    {mayRead ? <SaidYes personId={person.id} points={pointsOf(person)} /> : null}
    {mayRead ? <AskedToStop personId={person.id} points={pointsOf(person)} /> : null}
  </Stack>
)

const pointsOf = ({ points }: Person) =>
  points.map(({ kind, value, valueNorm }) => ({
    kind,
    value: valueNorm,
    shown: kind === 'phone' ? phoneText(valueNorm) : value,
  }))

function Standing({ person }: { person: Person }) {
  const { nameOf } = useMembers()
  const words = [
    person.membershipStatus,
    person.campus,
    person.assignedTo ? `cared for by ${nameOf(person.assignedTo)}` : null,
  ]
  return (
    <Group component="span" gap="xs">
      <Initials name={person.name} size="sm" />
      <span>{words.filter(Boolean).join(', ') || 'Nothing more is known yet'}</span>
      {person.doNotContact ? (
        <Badge color="red" variant="light" tt="none">
          Do not contact
        </Badge>
      ) : null}
      {person.deceased ? (
        <Badge color="gray" variant="light" tt="none">
          Deceased
        </Badge>
      ) : null}
    </Group>
  )
}

/** Opens their thread, where there is a way to reach them. */
function Message({ person }: { person: Person }) {
  const may = useMay('conversations.write')
  if (!may || person.points.length === 0) return null
  return (
    <Button component={Link} to={`/conversations?person=${person.id}`} variant="default">
      Message
    </Button>
  )
}

/** Their card on the board, or a button that makes one. */
function OnBoard({ person }: { person: Person }) {
  const queries = useQueryClient()
  const mayWrite = useMay('leads.write')
  const mayRead = useMay('leads.read')
  const open = person.leads.find(lead => lead.status !== 'closed')
  if (open && mayRead)
    return (
      <Anchor component={Link} to={`/leads?lead=${open.id}`} underline="never">
        <StatusBadge of="lead" value={open.status} label={`On the board: ${open.status}`} />
      </Anchor>
    )
  if (!mayWrite) return null
  const add = async () => {
    try {
      await client.leads.create({ personId: person.id })
      toast(`${person.name} is on the board`)
      await queries.invalidateQueries({ queryKey: api.people.key() })
    } catch (error) {
      toastError(error, 'Not added to the board')
    }
  }
  return (
    <Button variant="default" onClick={() => void add()}>
      Add to the board
    </Button>
  )
}
