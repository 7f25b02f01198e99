import { Button, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { people } from '#messaging/send-policy/rules/skipped.ts'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { Issues } from './issues.tsx'
import classes from './newsletter.module.css'
import { SenderPanel } from './sender.tsx'
import { Subscribers } from './subscribers.tsx'

/** The newsletter of the operator: who gets it, what was sent, and where a new one starts. */
export function NewsletterSection() {
  const { data } = useQuery(api.newsletterSubscribers.list.queryOptions({ input: { limit: 1 } }))
  const subscribed = data?.subscribed
  return (
    <Stack>
      <div className={classes.lead}>
        <Text c="dimmed" data-figures>
          {subscribed === undefined
            ? 'People who opted in to the newsletter, and what they received.'
            : subscribed === 0
              ? 'No subscribers yet. People can subscribe with the checkbox on the contact form.'
              : `${people(subscribed)} get${subscribed === 1 ? 's' : ''} the next newsletter.`}
        </Text>
        <NewIssue disabled={!subscribed} />
      </div>
      <Issues />
      <Subscribers />
      <SenderPanel />
    </Stack>
  )
}

/** Opens the composer on a new draft. */
function NewIssue({ disabled }: { disabled: boolean }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      const { id } = await client.newsletters.create({})
      await navigate(`/admin/newsletters/${id}`)
    } catch (error) {
      toastError(error, 'The draft was not created')
      setBusy(false)
    }
  }
  return (
    <Button
      leftSection={<IconSend size={16} stroke={1.75} />}
      disabled={disabled}
      loading={busy}
      onClick={() => void begin()}
    >
      Send newsletter
    </Button>
  )
}
