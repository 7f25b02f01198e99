import { Stack } from '@mantine/core'
import { ConnectedCalendars } from './connected-calendars.tsx'
import { Feeds } from './feeds.tsx'

/** Calendars that hosts keep elsewhere, and addresses at which other programs read ours. */
export const OtherCalendars = () => (
  <Stack gap="md">
    <ConnectedCalendars />
    <Feeds />
  </Stack>
)
