import {
  IconArrowsSplit2,
  IconClock,
  IconDoorExit,
  IconGitBranch,
  IconProgressAlert,
  IconTargetArrow,
  IconUserQuestion,
} from '@tabler/icons-react'
import { keyed } from '#kernel/modules.ts'
import { iconOf } from '#web/icons.ts'
import type { Step } from '../rules/graph.ts'

export const kindIcons = {
  wait: IconClock,
  branch: IconGitBranch,
  split: IconArrowsSplit2,
  approval: IconUserQuestion,
  goal: IconTargetArrow,
  exit: IconDoorExit,
} as const
export const kindLabels = {
  wait: 'Wait',
  branch: 'Branch',
  split: 'Percentage split',
  approval: 'Approval',
  goal: 'Goal',
  exit: 'Exit',
} as const

export const labelOf = (step: Step) =>
  step.kind === 'action' ? (keyed('automationActions').get(step.action)?.label ?? step.action) : kindLabels[step.kind]

export function StepIcon({ step, size = 18 }: { step: Step; size?: number }) {
  const named = step.kind === 'action' ? keyed('automationActions').get(step.action)?.icon : undefined
  const Icon = step.kind === 'action' ? (named ? iconOf(named) : IconProgressAlert) : kindIcons[step.kind]
  return <Icon size={size} stroke={1.75} aria-hidden />
}
