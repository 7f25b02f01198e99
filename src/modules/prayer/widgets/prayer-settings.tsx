import { Anchor, Button, Group, NumberInput, Select, Stack, Switch, TagsInput, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'

type Settings = Awaited<ReturnType<typeof client.prayerRequests.settings>>

/** Where people ask for prayer, what the wall shows, and when the team hears of it. */
export function PrayerSettings() {
  const { data, error, refetch } = useQuery(api.prayerRequests.settings.queryOptions({ input: {} }))
  if (error) return <ErrorPanel error={error} what="the prayer settings" onRetry={() => void refetch()} />
  return <Panel title="Prayer">{data ? <Form settings={data} /> : <SkeletonRows rows={4} />}</Panel>
}

const hourNames = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
}))

function Form({ settings: { formPath, wallPath, digestHour, ...rest } }: { settings: Settings }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { ...rest, digestHour: String(digestHour) } })
  const { busy, problem, save } = useSaving(form)
  const submit = form.onSubmit(
    values =>
      void save(async () => {
        await client.prayerRequests.saveSettings({ ...values, digestHour: Number(values.digestHour) })
        await queries.invalidateQueries({ queryKey: api.prayerRequests.key() })
        toast('Saved')
      }),
  )
  const flag = { type: 'checkbox' } as const
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Problem error={problem} />
        <Addresses formPath={formPath} wallPath={wallPath} />
        <TagsInput label="Categories" maxTags={30} {...form.getInputProps('categories')} />
        <Switch label="Show a public prayer wall" {...form.getInputProps('wallOpen', flag)} />
        <Switch
          label="Search engines may list the wall"
          description="Off, the wall asks search engines to leave it out."
          {...form.getInputProps('wallIndexed', flag)}
        />
        <Switch
          label="Texts that begin with PRAY become prayer requests"
          description="They are for the staff, until their writer agrees to more."
          {...form.getInputProps('keyword', flag)}
        />
        <NumberInput
          label="A request expires after (days)"
          description="Counted from the last prayer or change. Its writer is asked first."
          min={7}
          max={365}
          {...form.getInputProps('expiryDays')}
        />
        <Digest form={form} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Digest = ({ form }: { form: Pick<UseFormReturnType<any>, 'getInputProps'> }) => (
  <Group grow>
    <Select
      label="Send new requests to the prayer team"
      allowDeselect={false}
      data={[
        { value: 'off', label: 'Never' },
        { value: 'daily', label: 'Every day' },
        { value: 'weekly', label: 'On Mondays' },
      ]}
      {...form.getInputProps('digest')}
    />
    <Select label="At" allowDeselect={false} data={hourNames} {...form.getInputProps('digestHour')} />
  </Group>
)

const Addresses = ({ formPath, wallPath }: { formPath: string; wallPath: string }) => (
  <Text size="sm">
    People ask for prayer at{' '}
    <Anchor href={formPath} underline="always">
      {formPath}
    </Anchor>{' '}
    and pray at{' '}
    <Anchor href={wallPath} underline="always">
      {wallPath}
    </Anchor>
    . Add ?kiosk=1 for a tablet in the lobby.
  </Text>
)
