import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  CopyButton,
  Drawer,
  Group,
  Menu,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { AudienceBreakdown } from '#people/widgets/audience-breakdown.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { BackToCampaigns } from './back-to-campaigns.tsx'
import classes from './topics.module.css'

export const meta = () => titled('Topics')

type Topic = Awaited<ReturnType<typeof client.topics.list>>['items'][number]

/** What the church writes about; readers choose among these. */
export default function TopicsScreen() {
  const topics = useQuery(api.topics.list.queryOptions({ input: {}, meta: { live: ['campaigns'] } }))
  const [editing, edit] = useState<Topic | 'new' | null>(null)
  const [shown, show] = useState<Topic | null>(null)
  return (
    <>
      <BackToCampaigns />
      <PageHeader
        title="Topics"
        purpose="What you write about. People opt in to topics, and manage them on their preference page."
        action={
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => edit('new')}>
            Add topic
          </Button>
        }
      >
        <SignUpLink />
      </PageHeader>
      <Panel>
        {topics.error ? (
          <ErrorPanel error={topics.error} what="the topics" onRetry={() => void topics.refetch()} />
        ) : topics.data ? (
          <ul className={classes.topics}>
            {topics.data.items.map(topic => (
              <TopicRow key={topic.key} topic={topic} onEdit={() => edit(topic)} onShow={() => show(topic)} />
            ))}
          </ul>
        ) : (
          <SkeletonRows rows={3} />
        )}
      </Panel>
      {editing ? <EditTopic topic={editing === 'new' ? null : editing} onClose={() => edit(null)} /> : null}
      {shown ? <Readers topic={shown} onClose={() => show(null)} /> : null}
    </>
  )
}

/** Everyone, and what becomes of them by mail if something about that topic was sent now. */
const Readers = ({ topic: { key, name }, onClose }: { topic: Topic; onClose: () => void }) => (
  <Drawer opened onClose={onClose} title={`Subscribers of “${name}”`}>
    <AudienceBreakdown audience={{ ...emptyAudience, everybody: true }} channel="email" topic={key} />
  </Drawer>
)

/** Where people sign up by themselves: for the website, a QR code, a mail. */
function SignUpLink() {
  const { slug } = useMe().account
  return (
    <CopyButton value={`${globalThis.location?.origin ?? ''}/subscribe/${slug}`}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          {copied ? 'Copied' : 'Copy sign-up link'}
        </Button>
      )}
    </CopyButton>
  )
}

interface TopicRowProps {
  topic: Topic
  onEdit: () => void
  onShow: () => void
}

function TopicRow({ topic, onEdit, onShow }: TopicRowProps) {
  const { number } = useFormat()
  const act = useAct(api.topics.key())
  const remove = async () => {
    const gone = await act(() => client.topics.retire({ key: topic.key }))
    if (gone)
      toast(`“${topic.name}” deleted`, async () => {
        await act(() => client.topics.restore({ key: topic.key }))
      })
  }
  return (
    <li className={classes.topic}>
      <Described topic={topic} />
      <Button size="compact-sm" variant="subtle" onClick={onShow}>
        {number(topic.subscribed)} opted in
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${topic.name}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>Edit</Menu.Item>
          {topic.standard ? null : (
            <Menu.Item color="red" onClick={() => void remove()}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

const Described = ({ topic }: { topic: Topic }) => (
  <div>
    <Group gap="xs">
      <Text span fw={600}>
        {topic.name}
      </Text>
      {topic.isPublic ? null : (
        <Badge variant="light" color="gray" tt="none">
          Not on the preference page
        </Badge>
      )}
      {topic.doubleOptIn ? (
        <Badge variant="light" tt="none">
          Confirmed by email
        </Badge>
      ) : null}
    </Group>
    <Text size="sm" c="dimmed">
      {topic.description}
    </Text>
  </div>
)

function EditTopic({ topic, onClose }: { topic: Topic | null; onClose: () => void }) {
  const act = useAct(api.topics.key())
  const form = useForm({
    initialValues: {
      name: topic?.name ?? '',
      description: topic?.description ?? '',
      isPublic: topic?.isPublic ?? true,
      doubleOptIn: topic?.doubleOptIn ?? false,
    },
    validate: { name: value => (value.trim() ? null : 'Please enter a name') },
  })
  const save = async (values: typeof form.values) => {
    if (topic) await client.topics.change({ key: topic.key, ...values })
    else await client.topics.create(values)
    await act(async () => {}, 'Saved')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={topic ? 'Edit topic' : 'Add topic'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
      fields={{ TAKEN: { field: 'name' } }}
    >
      <TextInput label="Name" maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        description="Shown on the preference page."
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('description')}
      />
      <Checkbox
        label="On the preference page"
        description="Readers can turn it on and off themselves."
        {...form.getInputProps('isPublic', { type: 'checkbox' })}
      />
      <Checkbox
        label="Confirm by email"
        description="People who opt in on a form must also press a link in an email (double opt-in)."
        {...form.getInputProps('doubleOptIn', { type: 'checkbox' })}
      />
    </FormDrawer>
  )
}
