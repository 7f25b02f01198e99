import { Anchor, Button, Group, Paper, Progress, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Permission } from '#kernel/permissions.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { Step } from '../rules.ts'
import classes from './getting-started.module.css'

const words: Record<Step, { title: string; why: string; to: string; permission: Permission }> = {
  people: {
    title: 'Import your people',
    why: 'From a spreadsheet or another program.',
    to: '/people/import',
    permission: 'people.write',
  },
  consent: {
    title: 'Record consent',
    why: 'Who agreed to texts and email, and how.',
    to: '/people/segments',
    permission: 'people.write',
  },
  number: {
    title: 'Get a phone number',
    why: 'People see it when you text and call.',
    to: '/twilio?tab=settings',
    permission: 'telephony.settings',
  },
  connectCard: {
    title: 'Publish a connect card',
    why: 'Guests fill it in on their phones.',
    to: '/dashboard/forms?new=1',
    permission: 'content.write',
  },
  colleague: {
    title: 'Invite a colleague',
    why: 'Work on the same people together.',
    to: '/settings?section=team',
    permission: 'members.write',
  },
  message: {
    title: 'Send your first message',
    why: 'Text or email someone.',
    to: '/conversations',
    permission: 'conversations.write',
  },
}

/** What a new church does first, until it is done or put away. */
export function GettingStarted() {
  const { may, account } = useMe()
  const queries = useQueryClient()
  const { data } = useQuery(
    api.gettingStarted.read.queryOptions({
      input: {},
      meta: { live: ['people', 'imports', 'conversations', 'members', 'forms', 'telephony', 'campaigns'] },
    }),
  )
  const dismiss = useMutation({
    mutationFn: () => client.gettingStarted.dismiss({}),
    onSuccess: answer => {
      queries.setQueryData(api.gettingStarted.read.queryKey({ input: {} }), answer)
      toast('Checklist dismissed')
    },
    onError: error => toastError(error, 'The checklist was not dismissed'),
  })
  const mine = data?.steps.filter(({ key }) => may(words[key].permission)) ?? []
  const done = mine.filter(step => step.done).length
  if (!data || data.dismissed || account.house || mine.length === done) return null
  return (
    <Paper component="section" p="lg" aria-labelledby="getting-started">
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} size="h3" id="getting-started">
          Getting started
        </Title>
        {may('settings.write') ? (
          <Button variant="subtle" size="compact-sm" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
            Dismiss
          </Button>
        ) : null}
      </Group>
      <Progress value={(done / mine.length) * 100} aria-label={`${done} of ${mine.length} steps done`} />
      <ul className={classes.steps}>
        {mine.map(step => (
          <Item key={step.key} step={step.key} done={step.done} />
        ))}
      </ul>
    </Paper>
  )
}

function Item({ step, done }: { step: Step; done: boolean }) {
  const { title, why, to } = words[step]
  return (
    <li className={classes.step} data-done={done || undefined}>
      {done ? <IconCircleCheckFilled size={22} aria-label="Done" /> : <IconCircleDashed size={22} aria-label="To do" />}
      <div>
        <Anchor component={Link} to={to} fw={600}>
          {title}
        </Anchor>
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      </div>
    </li>
  )
}
