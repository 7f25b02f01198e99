import { Text } from '@mantine/core'
import classes from './play-recording.module.css'

/** The transcript of a voicemail, marked as automatic. */
export const Transcript = ({ text }: { text: string }) => (
  <div>
    <Text className={classes.written}>{text}</Text>
    <Text size="xs" c="dimmed">
      {machine}
    </Text>
  </div>
)

export const machine = 'Automatic transcript. It may have mistakes.'
