import { SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { panelsOf } from '#kernel/modules.ts'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { LazyWidget } from '#web/lazy-widget.tsx'
import { useMe } from '#web/me.tsx'
import { NewNote } from './new-note.tsx'
import { NewTask } from './new-task.tsx'

/** Writes something about a person, or to them: a note, a task, and what other modules add (text, email). */
export function Composer({ personId, mayWrite }: { personId: string; mayWrite: boolean }) {
  const { may } = useMe()
  const [params] = useSearchParams()
  const change = useSearchChange()
  const panels = panelsOf('composer').filter(({ permission }) => may(permission))
  const kinds = [
    ...(mayWrite ? ['Note'] : []),
    ...(may('tasks.write') ? ['Task'] : []),
    ...panels.map(({ label }) => label),
  ]
  const wanted = kinds.find(kind => kind.toLowerCase() === params.get('write')) ?? kinds[0]
  // The buttons at the top choose what to write: on a phone that is further down.
  const place = useRef<HTMLDivElement>(null)
  const asked = params.has('write') ? wanted : undefined
  useEffect(() => {
    if (asked) place.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  // What was begun in one of them stays there while another is open.
  const [seen, setSeen] = useState<string[]>([])
  if (!wanted) return null
  if (!seen.includes(wanted)) setSeen([...seen, wanted])
  const pane = (kind: string, content: React.ReactNode) =>
    seen.includes(kind) ? <div hidden={kind !== wanted}>{content}</div> : null
  return (
    <div ref={place}>
      <Panel>
        <SegmentedControl
          aria-label="Type"
          data={kinds}
          value={wanted}
          onChange={kind => change({ write: kind.toLowerCase() })}
          mb="sm"
        />
        {pane('Note', <NewNote personId={personId} />)}
        {pane('Task', <NewTask personId={personId} />)}
        {panels.map(({ label, load }) => (
          <div key={label} hidden={label !== wanted}>
            {seen.includes(label) ? (
              <LazyWidget load={load} props={{ personId }} fallback={<SkeletonRows rows={2} />} />
            ) : null}
          </div>
        ))}
      </Panel>
    </div>
  )
}
