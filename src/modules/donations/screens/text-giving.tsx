import { Paper, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

/** Whether texts such as "$50 missions" are gifts. */
export function TextGiving() {
  const mayWrite = useMay('giving.write')
  const { data } = useQuery(api.textGiving.read.queryOptions({ input: {} }))
  const { run, busy } = useMutate({ keys: [api.textGiving.key()] })
  if (!data) return null
  const set = (enabled: boolean) =>
    run(() => client.textGiving.save({ enabled }), {
      done: enabled ? 'Giving by text is on' : 'Giving by text is off',
    })
  return (
    <Paper withBorder p="md" mt="lg">
      <Switch
        label="Give by text"
        description="People text an amount, or an amount and the keyword of a fund, to any of your church’s numbers."
        checked={data.enabled}
        disabled={!mayWrite || busy}
        onChange={event => void set(event.currentTarget.checked)}
      />
      {data.enabled ? (
        <Text size="sm" mt="sm">
          The first text is answered with a link to the giving page. Givers who keep their card there only text an
          amount the next time. They can also text REFUND, UPDATE, UNLINK and COMMANDS.
        </Text>
      ) : null}
    </Paper>
  )
}
