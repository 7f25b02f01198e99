import { randomUUID } from 'node:crypto'
import * as forms from '#forms/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { absent } from '#kernel/failure.ts'
import { hiddenToo } from '#pages/rules/blocks.ts'
import * as pages from '#pages/service.ts'
import type { Step } from '../rules/steps.ts'
import { type FormBeginning, type FunnelBeginning, pageOfStep, type StepBeginning } from '../rules/templates.ts'

const TEST = { days: 14, isAutomatic: true }

/** Makes the pages and forms of a template, bound to each other. */
export async function stepsFrom(ctx: Ctx, { steps, name }: FunnelBeginning): Promise<Step[]> {
  const made: Step[] = []
  for (const step of steps) {
    const formId = step.form ? await formFrom(ctx, step.form) : null
    const pageId = step.page ? await pageFrom(ctx, name, step, formId) : null
    made.push({
      id: randomUUID(),
      name: step.name,
      slug: step.slug,
      goal: { kind: step.goal, id: formId },
      next: { kind: 'next' },
      test: TEST,
      variants: step.page ? [{ id: randomUUID(), pageId, weight: 1 }] : [],
    })
  }
  return made
}

async function formFrom(ctx: Ctx, beginning: FormBeginning): Promise<string> {
  const { template, name, intro, button, source, without = [], fields = [], reply } = beginning
  const { id, version, draft, handling } = await forms.create(ctx, { template, name })
  const isConsent = ({ type }: { type: string }) => type === 'consent'
  const [own, consents] = [false, true].map(is =>
    draft.fields.filter(one => isConsent(one) === is && !without.includes(one.key)),
  ) as [typeof draft.fields, typeof draft.fields]
  const all = [...own, ...fields.filter(one => !isConsent(one)), ...consents, ...fields.filter(isConsent)]
  await forms.update(ctx, {
    id,
    version,
    draft: { ...draft, intro, button, fields: all },
    handling: {
      ...handling,
      lead: true,
      source,
      ...(reply && { reply: true, replySubject: reply.subject, replyText: reply.text }),
      ...(reply?.hasFile && { replyFile: null }),
    },
  })
  return id
}

async function pageFrom(ctx: Ctx, funnel: string, step: StepBeginning, formId: string | null): Promise<string> {
  const page = await pages.create(ctx, { template: 'blank', name: `${funnel}: ${step.name}` })
  await pages.update(ctx, { id: page.id, version: page.version, draft: pageOfStep(step.page!, formId) })
  return page.id
}

/** Copies steps with their pages and forms; a form that several steps or pages share stays one. */
export async function copySteps(ctx: Ctx, steps: readonly Step[], newId: () => string): Promise<Step[]> {
  const formIds = new Map<string, string>()
  for (const { goal } of steps)
    if (
      (goal.kind === 'form' || goal.kind === 'purchase') &&
      goal.id &&
      !formIds.has(goal.id) &&
      (await forms.get(ctx, { id: goal.id }).catch(absent))
    )
      formIds.set(goal.id, (await forms.duplicate(ctx, { id: goal.id })).id)
  const pageIds = new Map<string, string>()
  for (const { pageId } of steps.flatMap(step => step.variants))
    if (pageId && !pageIds.has(pageId) && (await pages.get(ctx, { id: pageId }).catch(absent)))
      pageIds.set(pageId, await copyPage(ctx, pageId, formIds))
  const stepIds = new Map(steps.map(step => [step.id, newId()]))
  return steps.map(step => ({
    ...step,
    id: stepIds.get(step.id)!,
    goal: { ...step.goal, id: (step.goal.id && formIds.get(step.goal.id)) ?? step.goal.id },
    next:
      step.next.kind === 'step' && stepIds.has(step.next.stepId)
        ? { kind: 'step', stepId: stepIds.get(step.next.stepId)! }
        : step.next,
    variants: step.variants.map(one => ({
      id: newId(),
      weight: one.weight,
      pageId: (one.pageId && pageIds.get(one.pageId)) ?? null,
    })),
  }))
}

async function copyPage(ctx: Ctx, pageId: string, formIds: ReadonlyMap<string, string>): Promise<string> {
  const { id, version, draft } = await pages.duplicate(ctx, { id: pageId })
  const content = structuredClone(draft.content)
  for (const block of hiddenToo(content))
    if (block.type === 'form' && block.props.formId)
      block.props.formId = formIds.get(block.props.formId) ?? block.props.formId
  await pages.update(ctx, { id, version, draft: { ...draft, content } })
  return id
}
