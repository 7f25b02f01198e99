import { Box, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CopiedText } from '#ui/copied-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

/** The check-in page for households: its switch and its address. */
export function SelfCheckIn() {
  const { data } = useQuery(api.attendance.settings.queryOptions({ input: {} }))
  const mayConfigure = useMay('settings.write')
  const { run, busy } = useMutate({ keys: [api.attendance.settings.key()] })
  if (!data || (!mayConfigure && !data.selfCheckIn)) return null
  const change = (selfCheckIn: boolean) =>
    run(() => client.attendance.configure({ selfCheckIn }), {
      done: selfCheckIn ? 'Self check-in is on' : 'Self check-in is off',
    })
  return (
    <Box mt="md">
      <Panel title="Self check-in">
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            Households check themselves in with the last four digits of a phone number or their QR card. The page shows
            first names only, and opens one hour before a service.
          </Text>
          {mayConfigure ? (
            <Switch
              label="Let households check themselves in"
              checked={data.selfCheckIn}
              disabled={busy}
              onChange={event => void change(event.currentTarget.checked)}
            />
          ) : null}
          {data.selfCheckIn ? (
            <>
              <Text size="sm">Address for phones</Text>
              <CopiedText text={data.url} what="address for phones" />
              <Text size="sm">Address for a kiosk, which starts over after 15 seconds</Text>
              <CopiedText text={`${data.url}?kiosk=1`} what="address for a kiosk" />
            </>
          ) : null}
        </Stack>
      </Panel>
    </Box>
  )
}
