import { Anchor, Skeleton, Stack, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { panelsOf } from '#kernel/modules.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { LazyWidget } from '#web/lazy-widget.tsx'
import { useMay, useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { phoneText } from '../rules/phone-text.ts'
import { CareHold, StartCareHold } from './care-hold.tsx'
import { Composer } from './composer.tsx'
import { Consent } from './consent.tsx'
import { CustomFacts } from './custom-facts.tsx'
import { EditPerson } from './edit-person.tsx'
import { Facts } from './facts.tsx'
import { Households } from './households.tsx'
import { Notes } from './notes.tsx'
import classes from './person.module.css'
import type { Person } from './person-fields.tsx'
import { PersonHead } from './person-head.tsx'
import { SamePerson } from './same-person.tsx'
import { Tasks } from './tasks.tsx'
import { Timeline } from './timeline.tsx'

export const meta = () => titled('Person')

/** Everything the church knows of one person. */
export default function PersonScreen() {
  const { id = '' } = useParams()
  const person = useQuery(api.people.get.queryOptions({ input: { id }, meta: { live: ['people', 'leads'] } }))
  // Someone who was merged: their old address leads to who they are now.
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
  // A member who comes to enter a name can type at once.
  const asked = mayWrite && params.has('edit')
  const [editing, { open, close }] = useDisclosure(asked, { onClose: () => change({ edit: null }) })
  const mayRead = useMay('people.read')
  return (
    <>
      <PersonHead person={person} onEdit={open} />
      <div className={classes.split}>
        <About person={person} mayWrite={mayWrite} mayRead={mayRead} />
        <Stack>
          <Composer personId={person.id} mayWrite={mayWrite} />
          <Story person={person} mayRead={mayRead} />
        </Stack>
      </div>
      {editing ? <EditPerson person={person} onClose={close} /> : null}
    </>
  )
}

interface StoryProps {
  person: Person
  mayRead: boolean
}

/** What happened, what was recorded, and what is to be done. */
function Story({ person, mayRead }: StoryProps) {
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
          <Notes personId={person.id} />
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
    {mayRead ? <CareHold person={person} mayWrite={mayWrite} /> : null}
    {mayWrite ? <SamePerson personId={person.id} /> : null}
    <Facts person={person} mayWrite={mayWrite} />
    <Households person={person} mayWrite={mayWrite} />
    <Panels personId={person.id} />
    {mayRead ? <Consent personId={person.id} points={pointsOf(person)} /> : null}
    <CustomFacts person={person} />
    {mayRead && mayWrite ? <StartCareHold person={person} /> : null}
  </Stack>
)

const pointsOf = ({ points }: Person) =>
  points.map(({ kind, value, valueNorm }) => ({
    kind,
    value: valueNorm,
    shown: kind === 'phone' ? phoneText(valueNorm) : value,
  }))

/** What other modules know of the person. */
function Panels({ personId }: { personId: string }) {
  const { may } = useMe()
  return panelsOf('person')
    .filter(({ permission }) => may(permission))
    .map(({ label, load }) => <LazyWidget key={label} load={load} props={{ personId }} fallback={null} />)
}
