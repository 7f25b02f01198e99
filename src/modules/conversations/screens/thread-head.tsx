import { ActionIcon, Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconDots, IconHome, IconLock, IconPhone, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { ConversationState } from '../rules/states.ts'
import { shownName } from './conversation-row.tsx'
import classes from './conversations.module.css'
import { Profile } from './profile.tsx'
import { useActs } from './use-acts.ts'
import { snoozes } from './use-bulk.ts'
import type { ThreadData } from './use-conversations.ts'

function Standing({ thread: { status, snoozedUntil, waitingSince } }: { thread: ThreadData }) {
  const { date, time } = useFormat()
  return (
    <Text size="xs" c="dimmed">
      {status === 'snoozed' && snoozedUntil ? (
        `Snoozed until ${date(snoozedUntil)}, ${time(snoozedUntil)}`
      ) : status === 'closed' ? (
        'Closed'
      ) : waitingSince ? (
        <>
          Waiting · <RelativeTime at={waitingSince} />
        </>
      ) : (
        'Answered'
      )}
    </Text>
  )
}

/** Who someone in a chat says they are, and whether they look at it right now. */
function Visitor({ visitor: { here, says } }: { visitor: NonNullable<ThreadData['visitor']> }) {
  return (
    <Group gap="xs" wrap="wrap">
      {here ? (
        <Badge size="sm" variant="light" color="green" tt="none">
          Online
        </Badge>
      ) : null}
      {says ? (
        <Badge
          size="sm"
          variant="light"
          color="yellow"
          tt="none"
          title="Not verified until they reply to an email"
          maw="100%"
        >
          Says they are {says}
        </Badge>
      ) : null}
    </Group>
  )
}

interface ThreadHeadProps {
  thread: ThreadData
  onBack: () => void
  /** all threads of the household are shown as one */
  family: boolean
  onFamily: (family: boolean) => void
}

export function ThreadHead({ thread, onBack, family, onFamily }: ThreadHeadProps) {
  const mayWrite = useMay('conversations.write')
  const mayCall = useMay('telephony.use')
  const phone = thread.channels.find(({ channel }) => channel === 'sms')?.value
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.back} variant="subtle" color="gray" aria-label="Back to the list" onClick={onBack}>
        <IconArrowLeft size={18} stroke={1.75} />
      </ActionIcon>
      <div className={classes.who}>
        <Text component="h2" fw={650} truncate m={0}>
          {shownName(thread)}
        </Text>
        {thread.confidential ? (
          <Badge size="sm" variant="light" color="grape" leftSection={<IconLock size={12} stroke={1.75} />}>
            Confidential
          </Badge>
        ) : null}
        {thread.visitor ? <Visitor visitor={thread.visitor} /> : null}
        <Standing thread={thread} />
      </div>
      {phone && mayCall ? (
        <Button
          component={Link}
          to={`/twilio?do=call&to=${encodeURIComponent(phone)}`}
          variant="default"
          size="compact-sm"
          className={classes.headAct}
          leftSection={<IconPhone size={16} stroke={1.75} />}
        >
          <span className={classes.headActName}>Call</span>
        </Button>
      ) : null}
      <About thread={thread} family={family} onFamily={onFamily} />
      {mayWrite ? (
        <div className={classes.controls}>
          <Controls thread={thread} />
        </div>
      ) : null}
    </header>
  )
}

function About({ thread, family, onFamily }: Omit<ThreadHeadProps, 'onBack'>) {
  const [profile, { open, close }] = useDisclosure(false)
  return (
    <>
      {thread.family.length > 0 ? (
        <Button
          variant={family ? 'light' : 'default'}
          size="compact-sm"
          aria-pressed={family}
          className={classes.headAct}
          leftSection={<IconHome size={16} stroke={1.75} />}
          onClick={() => onFamily(!family)}
        >
          <span className={classes.headActName}>Household</span>
        </Button>
      ) : null}
      {thread.personId ? (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.headAct}
          leftSection={<IconUser size={16} stroke={1.75} />}
          onClick={open}
        >
          <span className={classes.headActName}>View Profile</span>
        </Button>
      ) : null}
      {profile && thread.personId ? <Profile personId={thread.personId} onClose={close} /> : null}
    </>
  )
}

type Change = (
  changes: { status?: ConversationState; assignedTo?: string | null; snoozedUntil?: Date },
  done: string,
) => Promise<boolean>

function Controls({ thread }: { thread: ThreadData }) {
  const act = useActs()
  const { id, version, status, assignedTo } = thread
  const change: Change = (changes, done) => act(() => client.conversations.update({ id, version, ...changes }), done)
  return (
    <>
      <MemberSelect
        aria-label="Assigned to"
        placeholder="Unassigned"
        size="xs"
        className={classes.assignee}
        value={assignedTo}
        onChange={value => void change({ assignedTo: value }, value ? 'Assigned' : 'Unassigned')}
      />
      {status === 'closed' ? (
        <Button size="compact-sm" variant="default" onClick={() => void change({ status: 'open' }, 'Reopen')}>
          Reopen
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => void change({ status: 'closed' }, 'Closed')}>
          Close
        </Button>
      )}
      <More thread={thread} change={change} />
    </>
  )
}

function More({ thread: { id, version, confidential }, change }: { thread: ThreadData; change: Change }) {
  const act = useActs()
  const pastoral = useMay('pastoral.read')
  const move = () =>
    act(
      () => client.conversations.setConfidential({ id, version, confidential: !confidential }),
      confidential ? 'Back in the shared inbox' : 'Confidential: only pastors and the owner can see it now',
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="More for this conversation">
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {snoozes().map(({ label, until }) => (
          <Menu.Item key={label} onClick={() => void change({ status: 'snoozed', snoozedUntil: until }, 'Snoozed')}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void act(() => client.conversations.markUnread({ id }), 'Unread')}>
          Mark as unread
        </Menu.Item>
        {pastoral ? (
          <Menu.Item onClick={() => void move()}>
            {confidential ? 'Back to the shared inbox' : 'Make confidential'}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
