import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { phoneText } from '#people/rules/phone-text.ts'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { callWords } from '../rules/states.ts'
import { CallControls } from './call-controls.tsx'
import classes from './incoming-calls.module.css'
import { hangUpLine } from './use-line.ts'

type Call = Awaited<ReturnType<typeof client.calls.get>>

/** The call that goes on, on every screen. */
export function TalkingCard({ call }: { call: Call }) {
  const act = useAct(api.calls.key())
  const hangUp = () =>
    act(async () => {
      hangUpLine()
      await client.calls.end({ id: call.id })
    })
  return (
    <Paper withBorder shadow="md" p="md" className={classes.card}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <div className={classes.who}>
            <Text fw={600}>{call.name ?? phoneText(call.theirs)}</Text>
            <Text size="sm" c="dimmed">
              {callWords(call)}
            </Text>
          </div>
          <Button color="red" leftSection={<IconPhoneOff size={16} stroke={1.75} />} onClick={() => void hangUp()}>
            Hang up
          </Button>
        </Group>
        <CallControls />
      </Stack>
    </Paper>
  )
}
