import { Button, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { leadNames } from '#people/rules/lead-stages.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { outcomes, stages } from '../rules/stages.ts'

type Settings = Awaited<ReturnType<typeof client.leadSettings.read>>

/** What this church calls the columns of its board and how leads end, and whether leads have a value. */
export function LeadSettings() {
  const settings = useQuery(api.leadSettings.read.queryOptions({ input: {} }))
  if (settings.error)
    return <ErrorPanel error={settings.error} what="the lead settings" onRetry={() => void settings.refetch()} />
  return (
    <Panel title="Lead pipeline">{settings.data ? <Form settings={settings.data} /> : <SkeletonRows rows={4} />}</Panel>
  )
}

const usual = leadNames()

function Form({ settings: { stageTitles, outcomeTitles, showValue } }: { settings: Settings }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { stageTitles, outcomeTitles, showValue } })
  const { busy, problem, save } = useSaving(form)
  const submit = form.onSubmit(
    values =>
      void save(async () => {
        const saved = await client.leadSettings.change(values)
        queries.setQueryData(api.leadSettings.read.queryKey({ input: {} }), saved)
        toast('Saved')
      }),
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Problem error={problem} />
        <Text size="sm" c="dimmed">
          Name the columns of the board and the outcomes as your church does. Leave a field empty to use the standard
          name.
        </Text>
        <Names form={form} />
        <Switch
          label="Show a value on leads"
          description="Values also appear while at least one lead has one."
          {...form.getInputProps('showValue', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Names({ form }: { form: Pick<UseFormReturnType<any>, 'getInputProps'> }) {
  const input = (path: string, placeholder: string) => ({ placeholder, maxLength: 40, ...form.getInputProps(path) })
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 5 }}>
        {stages.map((stage, n) => (
          <TextInput
            key={stage}
            label={`Column ${n + 1}`}
            {...input(`stageTitles.${stage}`, usual.stageTitles[stage])}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {outcomes.map(outcome => (
          <TextInput
            key={outcome}
            label={`Outcome “${usual.outcomeTitles[outcome]}”`}
            {...input(`outcomeTitles.${outcome}`, usual.outcomeTitles[outcome])}
          />
        ))}
      </SimpleGrid>
    </>
  )
}
