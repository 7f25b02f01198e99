import { Button, Group, NumberInput, Paper, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { ChurchFields, noAddress } from '../widgets/church-fields.tsx'
import { Look } from './church-look.tsx'
import { LeadAssignment } from './lead-assignment.tsx'
import { PublicAddress } from './public-address.tsx'
import classes from './settings.module.css'

type Church = Awaited<ReturnType<typeof client.church.read>>

export function ChurchForm({ mayWrite, isOwner }: { mayWrite: boolean; isOwner: boolean }) {
  const church = useQuery(api.church.read.queryOptions({ input: {} }))
  if (church.error)
    return <ErrorPanel error={church.error} what="your settings" onRetry={() => void church.refetch()} />
  if (!church.data) return <SkeletonRows rows={6} />
  return (
    <Stack>
      <Form key={church.data.version} church={church.data} mayWrite={mayWrite} />
      <PublicAddress church={church.data} mayChange={mayWrite && isOwner} />
    </Stack>
  )
}

const valuesOf = ({
  name,
  timeZone,
  locale,
  country,
  address,
  logoId,
  brandColor,
  followUpHours,
  leadAssignment,
  leadOwnerIds,
  quietChurchTimes,
}: Church) => ({
  name,
  timeZone,
  locale,
  country,
  address: address ?? noAddress,
  logoId,
  brandColor: brandColor ?? '',
  followUpHours: followUpHours as number | string,
  leadAssignment,
  leadOwnerIds,
  quietChurchTimes,
})
type Values = ReturnType<typeof valuesOf>

function useChurchForm(church: Church) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: valuesOf(church),
    validate: {
      name: value => (value.trim() ? null : 'Please enter the name of your church or ministry'),
      brandColor: value =>
        value === '' || /^#[0-9a-f]{6}$/i.test(value)
          ? null
          : 'Please enter a color as # and six digits, such as #3b4cb8',
      followUpHours: value => (value === '' ? 'Please enter a number of hours' : null),
    },
  })
  const { problem, busy, save } = useSaving(form)
  const submit = ({ followUpHours, brandColor, ...values }: Values) =>
    save(async () => {
      const changes = { ...values, brandColor: brandColor || null, followUpHours: Number(followUpHours) }
      const saved = await client.church.change({ ...changes, version: church.version })
      queries.setQueryData(api.church.read.queryKey({ input: {} }), saved)
      await queries.invalidateQueries({ queryKey: api.clients.key() })
      toast('Saved')
    })
  return { form, problem, busy, submit }
}

function Form({ church, mayWrite }: { church: Church; mayWrite: boolean }) {
  const { form, problem, busy, submit } = useChurchForm(church)
  return (
    <Paper p="lg" className={classes.form}>
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <fieldset disabled={!mayWrite} className={classes.fields}>
          <Stack>
            <Problem error={problem} />
            <ChurchFields form={form} />
            <Look form={form} name={church.name} />
            <LeadAssignment form={form} />
            <NumberInput
              label="A new lead’s follow-up is due after"
              description="Its owner is notified if nobody has followed up by then. Follow-ups are due during your office hours (Twilio, Settings, Office hours)."
              suffix=" hours"
              min={1}
              max={720}
              allowDecimal={false}
              className={classes.hours}
              {...form.getInputProps('followUpHours')}
            />
            <Switch
              label="Quiet church times"
              description="Campaigns and workflow messages wait on Sundays from 8:00 AM to 12:00 PM and on Good Friday. Reminders, receipts and your own replies are sent."
              {...form.getInputProps('quietChurchTimes', { type: 'checkbox' })}
            />
            {mayWrite ? <Buttons busy={busy} dirty={form.isDirty()} onDiscard={form.reset} /> : null}
          </Stack>
        </fieldset>
      </form>
    </Paper>
  )
}

function Buttons({ busy, dirty, onDiscard }: { busy: boolean; dirty: boolean; onDiscard: () => void }) {
  return (
    <Group>
      <Button type="submit" loading={busy} disabled={!dirty}>
        Save
      </Button>
      {dirty ? (
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
    </Group>
  )
}
