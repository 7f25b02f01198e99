import { Text } from '@mantine/core'
import classes from './play-recording.module.css'

/** What was said after the tone, and that a machine wrote it down. */
export const Transcript = ({ text }: { text: string }) => (
  <div>
    <Text className={classes.written}>{text}</Text>
    <Text size="xs" c="dimmed">
      {machine}
    </Text>
  </div>
)

export const machine = 'Automatic transcript. It may have mistakes.'
