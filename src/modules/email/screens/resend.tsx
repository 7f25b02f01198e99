import { Alert, Anchor, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { people } from '#messaging/send-policy/rules/skipped.ts'
import { useFormat } from '#ui/format.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { RESEND_AFTER_HOURS } from '../rules/states.ts'
import { Dialog } from './campaign-dialogs.tsx'
import type { Campaign } from './use-campaign.ts'

const toCampaign = (id: string) => `/dashboard/campaigns/${id}`
type Unopened = Awaited<ReturnType<typeof client.emailCampaigns.nonOpeners>>

/** Once more to who has not opened it: when that may be, and what became of it. */
export function Resend({ campaign }: { campaign: Campaign }) {
  const maySend = useMay('messaging.send')
  const { dateTime } = useFormat()
  const [open, setOpen] = useState(false)
  const { data } = useQuery(api.emailCampaigns.nonOpeners.queryOptions({ input: { id: campaign.id } }))
  if (!data) return null
  const { of, again, from } = data
  if (of)
    return (
      <Text size="sm">
        Resent to non-openers{' '}
        <Anchor component={Link} to={toCampaign(of.id)} underline="always">
          {of.name}
        </Anchor>
        .
      </Text>
    )
  if (again)
    return (
      <Text size="sm">
        Resent to non-openers:{' '}
        <Anchor component={Link} to={toCampaign(again.id)} underline="always">
          {again.name}
        </Anchor>
        .
      </Text>
    )
  if (!from || !maySend || data.people + data.machines === 0) return null
  if (new Date(from) > new Date())
    return (
      <Text size="sm" c="dimmed" data-figures>
        From {dateTime(from)} on, you can resend it to people who have not opened it: {RESEND_AFTER_HOURS} hours after
        it was sent.
      </Text>
    )
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        Resend to non-openers
      </Button>
      {open ? <ResendDialog campaign={campaign} unopened={data} onClose={() => setOpen(false)} /> : null}
    </Group>
  )
}

interface ResendDialogProps {
  campaign: Campaign
  unopened: Unopened
  onClose: () => void
}

function ResendDialog({ campaign, unopened, onClose }: ResendDialogProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { subject: '', machines: false } })
  const { problem, busy, save } = useSaving(form)
  const { machines } = form.values
  const count = unopened.people + (machines ? unopened.machines : 0)
  const submit = () =>
    save(async () => {
      const made = await client.emailCampaigns.resend({ id: campaign.id, ...form.values })
      await queries.invalidateQueries({ queryKey: api.emailCampaigns.nonOpeners.key() })
      void queries.invalidateQueries({ queryKey: api.campaigns.key() })
      toast(`Sending to ${people(made.progress?.waiting ?? 0)}`)
      await navigate(toCampaign(made.id))
    })
  return (
    <Dialog
      title="Resend to non-openers"
      submit={`Send to ${people(count)}`}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Text size="sm" data-figures>
        About {people(count)} received it but have not opened it, clicked a link or replied, as far as we can tell. This
        is approximate, because some email programs show no pictures. Anyone who has unsubscribed since, or got several
        emails recently, is excluded.
      </Text>
      <TextInput
        label="New subject"
        description={`The first subject was “${campaign.subject}”.`}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('subject')}
      />
      {unopened.machines > 0 ? (
        <Checkbox
          label={`Include ${people(unopened.machines)} with automated opens only`}
          description="We don’t know if they read it themselves."
          {...form.getInputProps('machines', { type: 'checkbox' })}
        />
      ) : null}
      <Alert color="blue">It is sent right away, and only once. It has its own report.</Alert>
    </Dialog>
  )
}
