import { Alert, Button, Group, NumberInput, Paper, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { messageOf } from '#ui/message.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { ChurchFields, noAddress } from '../widgets/church-fields.tsx'
import classes from './settings.module.css'

type Church = Awaited<ReturnType<typeof client.church.read>>

export function ChurchForm({ mayWrite }: { mayWrite: boolean }) {
  const church = useQuery(api.church.read.queryOptions({ input: {} }))
  if (church.error)
    return <ErrorPanel error={church.error} what="your settings" onRetry={() => void church.refetch()} />
  if (!church.data) return <SkeletonRows rows={6} />
  return <Form key={church.data.version} church={church.data} mayWrite={mayWrite} />
}

const valuesOf = ({ name, timeZone, country, address, followUpHours }: Church) => ({
  name,
  timeZone,
  country,
  address: address ?? noAddress,
  followUpHours: followUpHours as number | string,
})

function Form({ church, mayWrite }: { church: Church; mayWrite: boolean }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<unknown>(null)
  const form = useForm({
    initialValues: valuesOf(church),
    validate: {
      name: value => (value.trim() ? null : 'Please give the name of your church or ministry'),
      followUpHours: value => (value === '' ? 'Please give a number of hours' : null),
    },
  })
  async function save({ followUpHours, ...values }: ReturnType<typeof valuesOf>) {
    setProblem(null)
    try {
      const saved = await client.church.change({
        ...values,
        followUpHours: Number(followUpHours),
        version: church.version,
      })
      queries.setQueryData(api.church.read.queryKey({ input: {} }), saved)
      await queries.invalidateQueries({ queryKey: api.clients.key() })
      toast('Saved')
    } catch (error) {
      const fields = fieldErrors(error)
      if (Object.keys(fields).length > 0) form.setErrors(fields)
      else setProblem(error)
    }
  }
  return (
    <Paper p="lg" className={classes.form}>
      <form noValidate onSubmit={form.onSubmit(save)}>
        <fieldset disabled={!mayWrite} className={classes.fields}>
          <Stack>
            {problem ? (
              <Alert color="red" role="alert">
                {messageOf(problem)} Nothing you typed is lost.
              </Alert>
            ) : null}
            <ChurchFields form={form} />
            <NumberInput
              label="A new lead’s follow-up is due after"
              description="Hours. Its owner is told when nobody has been in touch by then."
              suffix=" hours"
              min={1}
              max={720}
              allowDecimal={false}
              className={classes.hours}
              {...form.getInputProps('followUpHours')}
            />
            {mayWrite ? (
              <Group>
                <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
                  Save
                </Button>
                {form.isDirty() ? (
                  <Button variant="default" onClick={form.reset}>
                    Discard
                  </Button>
                ) : null}
              </Group>
            ) : null}
          </Stack>
        </fieldset>
      </form>
    </Paper>
  )
}
