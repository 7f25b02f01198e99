import { Text } from '@mantine/core'
import { differs } from './autosave.ts'

interface SaveStateProps {
  /** from `useAutosave` */
  state: { saved: boolean; errors: Record<string, string>; problem?: unknown }
}

/** Saved, being saved, or refused: in words, also for who listens. */
export const SaveState = ({ state: { saved, errors, problem } }: SaveStateProps) => (
  <Text component="span" size="sm" c="dimmed" role="status">
    {saved ? 'Saved' : differs(errors) || problem ? 'Not saved yet' : 'Saving …'}
  </Text>
)
