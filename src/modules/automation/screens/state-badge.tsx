import { Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { PauseDialog } from './pause-dialog.tsx'
import type { Workflow } from './use-workflow.ts'
import classes from './workflows.module.css'

/** Active or Inactive; a press changes it, and asks what becomes of the people in it. */
export function StateBadge({ workflow, mayWrite }: { workflow: Workflow; mayWrite: boolean }) {
  const [asking, setAsking] = useState(false)
  const act = useAct(api.workflows.key())
  const { id, name, state } = workflow
  const isActive = state === 'active'
  const badge = <StatusBadge of="workflow" value={state} label={isActive ? 'Active' : 'Inactive'} />
  if (state === 'draft' || state === 'archived' || !mayWrite)
    return (
      <span className={classes.badge}>
        {badge}
        {state === 'draft' ? (
          <Text span size="xs" c="dimmed" ml={6}>
            Draft
          </Text>
        ) : null}
      </span>
    )
  const activate = () => void act(() => client.workflows.activate({ id }), `${name} is active`)
  return (
    <>
      <UnstyledButton
        className={classes.badge}
        aria-label={isActive ? `Active: pause ${name}` : `Inactive: activate ${name}`}
        onClick={() => (isActive ? setAsking(true) : activate())}
      >
        {badge}
      </UnstyledButton>
      {asking ? <PauseDialog workflow={workflow} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
