import { Stack, Text } from '@mantine/core'
import { Suspense, useCallback, useState } from 'react'
import { listed } from '#kernel/modules.ts'
import type { NeedState } from '#ui/need-row.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { Widget } from '#web/lazy-widget.tsx'
import { useMe } from '#web/me.tsx'

/** Who and what is waiting for the member who looks; every module adds its rows. */
export function NeedsMe() {
  return (
    <Panel title="Who needs me today" minHeight={384}>
      {/* One wait for all of them: "nobody is waiting" is true only when every row has answered. */}
      <Suspense fallback={<SkeletonRows rows={3} />}>
        <Rows />
      </Suspense>
    </Panel>
  )
}

function Rows() {
  const { may } = useMe()
  const [states, setStates] = useState<Record<string, NeedState['state']>>({})
  const note = useCallback(
    ({ name, state }: NeedState) => setStates(all => (all[name] === state ? all : { ...all, [name]: state })),
    [],
  )
  const all = Object.values(states)
  const needs = listed('needs')
    .filter(({ permission }) => may(permission))
    .sort((a, b) => a.order - b.order)
  return (
    <>
      {all.includes('loading') ? <SkeletonRows rows={3} /> : null}
      <Stack gap={2}>
        {needs.map(({ name, load }) => (
          <Widget key={name} load={load} props={{ onState: note }} />
        ))}
      </Stack>
      {all.length > 0 && all.every(state => state === 'none') ? (
        <Text c="dimmed">Nobody is waiting for you. Overdue follow-ups and today’s tasks will appear here.</Text>
      ) : null}
    </>
  )
}
