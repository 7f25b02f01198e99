import { Anchor, Badge, Button, Group, Menu, Text, Title } from '@mantine/core'
import { IconAddressBook, IconArrowMerge, IconMail, IconMessage, IconPencil, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMembers } from '#clients/widgets/use-members.ts'
import { Initials } from '#ui/initials.tsx'
import { MoreActions } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { listFields } from '../rules/standard-fields.ts'
import { saveCards } from './export-cards.tsx'
import { OnBoard } from './on-board.tsx'
import classes from './person.module.css'
import type { Person } from './person-fields.tsx'

/** Who it is, how to reach them at once, and what comes next. */
export function PersonHead({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const mayWrite = useMay('people.write')
  const mayExport = useMay('people.export')
  return (
    <header className={classes.head}>
      <Initials name={person.name} size={72} radius={36} className={classes.portrait} />
      <div className={classes.who}>
        <Title order={1}>{person.name}</Title>
        <Standing person={person} />
        <NextStep personId={person.id} />
      </div>
      <Group gap="xs" className={classes.actions}>
        <OnBoard person={person} />
        <Reach person={person} />
        {mayWrite ? (
          <>
            <Button leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
              Edit
            </Button>
            <MoreActions>
              <Menu.Item
                component={Link}
                to={`/people/merge?first=${person.id}`}
                leftSection={<IconArrowMerge size={16} stroke={1.75} />}
              >
                Merge with…
              </Menu.Item>
              {mayExport ? (
                <Menu.Item
                  leftSection={<IconAddressBook size={16} stroke={1.75} />}
                  onClick={() => void saveCards({ ids: [person.id] }, person.name)}
                >
                  Download vCard
                </Menu.Item>
              ) : null}
            </MoreActions>
          </>
        ) : null}
      </Group>
    </header>
  )
}

function Standing({ person }: { person: Person }) {
  const { nameOf } = useMembers()
  const [home] = person.households
  const words: ReactNode[] = [
    ...listFields('shown', 'head').map(name => person[name]),
    home?.name,
    person.assignedTo ? `Assigned to ${nameOf(person.assignedTo)}` : null,
  ].filter(Boolean)
  return (
    <Group component="p" gap="xs" m={0} c="dimmed">
      <span>{words.join(' · ') || 'No details yet'}</span>
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

/** The open task that is due first. */
function NextStep({ personId }: { personId: string }) {
  const mayRead = useMay('tasks.read')
  const { data } = useQuery(
    api.tasks.list.queryOptions({ input: { personId, limit: 1 }, enabled: mayRead, meta: { live: ['tasks'] } }),
  )
  const next = data?.items[0]
  if (!next) return null
  return (
    <Text size="sm" mt={4}>
      Next step: <strong>{next.title}</strong>
      {next.dueAt ? (
        <Text span size="sm" c="dimmed">
          {' · '}
          <RelativeTime at={next.dueAt} />
        </Text>
      ) : null}
    </Text>
  )
}

/** Call, text and email, where there is a number or an address for it. */
function Reach({ person }: { person: Person }) {
  const mayCall = useMay('telephony.use')
  const mayWrite = useMay('conversations.write')
  const point = (kind: 'email' | 'phone') =>
    person.points.filter(one => one.kind === kind).sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))[0]
  const [phone, email] = [point('phone'), point('email')]
  if (person.deceased) return null
  return (
    <>
      {phone && mayCall ? (
        <Button
          component={Link}
          to={`/twilio?do=call&to=${encodeURIComponent(phone.valueNorm)}`}
          variant="default"
          leftSection={<IconPhone size={16} stroke={1.75} />}
        >
          Call
        </Button>
      ) : phone ? (
        <Anchor href={`tel:${phone.valueNorm}`}>Call</Anchor>
      ) : null}
      {phone && mayWrite ? <Write what="Text" icon={<IconMessage size={16} stroke={1.75} />} /> : null}
      {email && mayWrite ? <Write what="Email" icon={<IconMail size={16} stroke={1.75} />} /> : null}
      {mayWrite && (phone || email) ? (
        <Anchor component={Link} to={`/conversations?person=${person.id}`} size="sm">
          Conversation
        </Anchor>
      ) : null}
    </>
  )
}

/** Opens the composer below. */
const Write = ({ what, icon }: { what: string; icon: ReactNode }) => (
  <Button component={Link} to={`?write=${what.toLowerCase()}`} replace variant="default" leftSection={icon}>
    {what}
  </Button>
)
