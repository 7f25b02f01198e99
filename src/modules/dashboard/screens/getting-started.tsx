import { Anchor, Button, Group, Paper, Progress, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { counted } from '#ui/counted.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { GUIDE_KEY, type Step, stepWords } from '../rules.ts'
import { useGettingStarted } from '../widgets/use-getting-started.ts'
import classes from './getting-started.module.css'

/** What a new church does first, until it is done or put away. */
export function GettingStarted() {
  const { may } = useMe()
  const queries = useQueryClient()
  const list = useGettingStarted()
  const dismiss = useMutation({
    mutationFn: () => client.gettingStarted.dismiss({}),
    onSuccess: answer => {
      queries.setQueryData(api.gettingStarted.read.queryKey({ input: {} }), answer)
      toast('Checklist dismissed')
    },
    onError: error => toastError(error, 'The checklist was not dismissed'),
  })
  if (!list || list.steps.length === list.done) return null
  const { steps, done } = list
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
      <Progress value={(done / steps.length) * 100} aria-label={`${done} of ${counted(steps.length, 'steps')} done`} />
      <ul className={classes.steps}>
        {steps.map(step => (
          <Item key={step.key} step={step.key} done={step.done} />
        ))}
      </ul>
    </Paper>
  )
}

function Item({ step, done }: { step: Step; done: boolean }) {
  const { title, why, to } = stepWords[step]
  return (
    <li className={classes.step} data-done={done || undefined}>
      {done ? <IconCircleCheckFilled size={22} aria-label="Done" /> : <IconCircleDashed size={22} aria-label="To do" />}
      <div>
        <Anchor component={Link} to={to} fw={600} onClick={() => sessionStorage.setItem(GUIDE_KEY, step)}>
          {title}
        </Anchor>
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      </div>
    </li>
  )
}
