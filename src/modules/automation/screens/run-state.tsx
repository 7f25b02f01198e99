import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import type { Run } from './use-workflow.ts'

/** What a state of a run is called. */
export const runStateLabel = (state: Run['state']) => (state === 'cancelled' ? 'Canceled' : statusLabel(state))

export const RunState = ({ state }: { state: Run['state'] }) => (
  <StatusBadge of="run" value={state} label={runStateLabel(state)} />
)
