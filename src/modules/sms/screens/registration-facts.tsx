import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { SmsRegistration } from '../registration/contract.ts'
import classes from './sms.module.css'

const labels = { none: 'Not registered', pending: 'Waiting', approved: 'Approved', rejected: 'Refused' }
const tones = { none: 'draft', pending: 'waiting', approved: 'sent', rejected: 'declined' } as const

/** Who registers, and how far the phone companies are. */
export function RegistrationFacts({ registration }: { registration: SmsRegistration }) {
  const { number, legalName, ein, website, privacyUrl } = registration
  const queries = useQueryClient()
  const may = useMay('settings.write')
  const form = useForm({ initialValues: { legalName, ein, website, privacyUrl } })
  const { problem, busy, save } = useSaving(form)
  const keep = (values: typeof form.values) =>
    save(async () => {
      queries.setQueryData(
        api.smsRegistration.read.queryKey({ input: {} }),
        await client.smsRegistration.change(values),
      )
      toast('Saved')
    })
  return (
    <Panel title={number ? `Registered by: ${number}` : 'Registered by'}>
      <form noValidate onSubmit={form.onSubmit(values => void keep(values))}>
        <Stack gap="sm">
          <Answers registration={registration} />
          <Problem error={problem} />
          <fieldset className={classes.fields} disabled={!may}>
            <TextInput label="Legal name" maxLength={200} {...form.getInputProps('legalName')} />
            <TextInput label="EIN" placeholder="12-3456789" maxLength={20} {...form.getInputProps('ein')} />
            <TextInput label="Website" placeholder="https://" maxLength={300} {...form.getInputProps('website')} />
            <TextInput
              label="Privacy policy"
              placeholder="https://"
              maxLength={300}
              {...form.getInputProps('privacyUrl')}
            />
          </fieldset>
          {may ? (
            <Group>
              <Button type="submit" loading={busy}>
                Save
              </Button>
            </Group>
          ) : null}
        </Stack>
      </form>
    </Panel>
  )
}

const Answers = ({ registration: { brand, campaign } }: { registration: SmsRegistration }) => (
  <Group gap="xs">
    <Text size="sm">Brand</Text>
    <StatusBadge of="campaign" value={tones[brand]} label={labels[brand]} />
    <Text size="sm">Use case</Text>
    <StatusBadge of="campaign" value={tones[campaign]} label={labels[campaign]} />
    <Anchor component={Link} to="/twilio?tab=settings" size="sm">
      Update status
    </Anchor>
  </Group>
)
