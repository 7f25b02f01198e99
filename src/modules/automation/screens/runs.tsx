import { titled } from '#web/title.ts'
import { RunList } from './run-list.tsx'

export const meta = () => titled('Runs')

/** Runs of all workflows, newest first. */
export default function Runs() {
  return <RunList />
}
