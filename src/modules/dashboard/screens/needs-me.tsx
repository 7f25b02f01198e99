import { Stack, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { OverdueLeads } from '#leads/widgets/needs-me.tsx'
import { FailedImports } from '#people/widgets/failed-imports.tsx'
import { TasksDue } from '#people/widgets/tasks-due.tsx'
import type { NeedState } from '#ui/need-row.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useMay } from '#web/me.tsx'

/** Who and what is waiting for whoever looks; every module adds its rows. */
export function NeedsMe() {
  const [states, setStates] = useState<Record<string, NeedState['state']>>({})
  const note = useCallback(
    ({ name, state }: NeedState) => setStates(all => (all[name] === state ? all : { ...all, [name]: state })),
    [],
  )
  const all = Object.values(states)
  const leads = useMay('leads.read')
  const tasks = useMay('tasks.read')
  const imports = useMay('people.write')
  return (
    <Panel title="Who needs me today" minHeight={384}>
      {all.includes('loading') ? <SkeletonRows rows={3} /> : null}
      <Stack gap={2}>
        {leads ? <OverdueLeads onState={note} /> : null}
        {tasks ? <TasksDue onState={note} /> : null}
        {imports ? <FailedImports onState={note} /> : null}
      </Stack>
      {all.length > 0 && all.every(state => state === 'none') ? (
        <Text c="dimmed">Nobody is waiting for you. Overdue follow-ups and today’s tasks will appear here.</Text>
      ) : null}
    </Panel>
  )
}
