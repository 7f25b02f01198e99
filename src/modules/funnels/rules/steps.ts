import { z } from 'zod'
import { Id, line } from '#kernel/contract.ts'

export const goalKinds = ['form', 'booking', 'purchase', 'view', 'attended'] as const
export type GoalKind = (typeof goalKinds)[number]
export const goalNames: Record<GoalKind, string> = {
  form: 'Submits a form',
  booking: 'Books an appointment',
  purchase: 'Pays or gives',
  view: 'Views the page',
  attended: 'Attends a service (checked in)',
}

/** Addresses below /c/{church} that a funnel can't have: they are another route's. */
export const reservedFunnelSlugs: readonly string[] = ['code', 'preview']
export const StepSlug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and hyphens')
  .max(60, 'At most 60 characters')
export const FunnelSlug = StepSlug.refine(
  slug => !reservedFunnelSlugs.includes(slug),
  'This address is reserved. Please choose another one',
)

export const MOST_STEPS = 20
export const MOST_VARIANTS = 4

export const Goal = z.object({
  kind: z.enum(goalKinds),
  /**
   * The form, or the appointment type; null while none is chosen, and for the other kinds. Of a purchase, the form that is
   * paid; null: any form, appointment, plan or gift.
   */
  id: Id.nullable(),
})
export const Next = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('next') }),
  z.object({ kind: z.literal('step'), stepId: Id }),
  z.object({
    kind: z.literal('address'),
    href: z.url({ protocol: /^https?$/, error: 'Please enter an address that starts with https://' }).max(2_000),
  }),
])
export type Next = z.infer<typeof Next>

/** One of the pages that visitors of a step see. */
export const Variant = z.object({ id: Id, pageId: Id.nullable(), weight: z.number().int().min(1).max(100) })
export type Variant = z.infer<typeof Variant>

export const Step = z.object({
  id: Id,
  name: line(80).refine(text => text.length > 0, 'Please enter a name'),
  slug: StepSlug,
  goal: Goal,
  next: Next,
  /** One page, or the pages of an A/B test; none where the step is not on the web. */
  variants: z.array(Variant).max(MOST_VARIANTS, `At most ${MOST_VARIANTS} pages`),
  /** How an A/B test of this step ends. */
  test: z.object({ days: z.number().int().min(1).max(90), isAutomatic: z.boolean() }),
})
export type Step = z.infer<typeof Step>

export const Steps = z
  .array(Step)
  .max(MOST_STEPS, `At most ${MOST_STEPS} steps`)
  .superRefine((steps, check) => {
    const twice = (values: string[]) => values.findIndex((one, at) => values.indexOf(one) !== at)
    const ids = steps.flatMap(one => [one.id, ...one.variants.map(variant => variant.id)])
    if (twice(ids) >= 0) check.addIssue({ code: 'custom', path: [], message: 'Two steps have the same id' })
    const slug = twice(steps.map(one => one.slug))
    if (slug >= 0) check.addIssue({ code: 'custom', path: [slug, 'slug'], message: 'Another step has this address' })
  })

export const isOnline = (step: Step): boolean => step.goal.kind !== 'attended'

/** Whether what a visitor reached is the goal of a step. */
export const isGoal = ({ goal }: Pick<Step, 'goal'>, kind: string, subjectId: string): boolean =>
  goal.kind === 'purchase'
    ? (kind === 'purchase' || kind === 'gift') && (goal.id === null || goal.id === subjectId)
    : goal.kind === kind && goal.id === subjectId

/** Where a visitor goes once the goal of a step is reached; undefined at the end, or where a step was removed. */
export function afterStep(steps: readonly Step[], step: Step): Step | string | undefined {
  const { next } = step
  if (next.kind === 'address') return next.href
  if (next.kind === 'step') return steps.find(one => one.id === next.stepId && isOnline(one))
  return steps.slice(steps.indexOf(step) + 1).find(isOnline)
}

/** Steps that lead to a step: those whose conversions are what its rate of the previous step divides by. */
export function stepsBefore(steps: readonly Step[], step: Step): Step[] {
  const leading = steps.filter(one => {
    const after = isOnline(one) && one.id !== step.id ? afterStep(steps, one) : undefined
    return typeof after === 'object' && after.id === step.id
  })
  if (leading.length > 0 || isOnline(step)) return leading
  // Nobody is led to what happens in church: it follows the step above it.
  return steps.slice(0, steps.indexOf(step)).slice(-1)
}

/** Whether the goal of a step is what the funnel is for: what it submits or books; without such a step, its last one. */
export function isConversion(steps: readonly Step[], step: Step): boolean {
  const isOptIn = ({ goal: { kind } }: Step) => ['form', 'booking', 'purchase'].includes(kind)
  return steps.some(isOptIn) ? isOptIn(step) : steps.at(-1)?.id === step.id
}
