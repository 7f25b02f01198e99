import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import type { Workflow } from '../contract.ts'
import { actionsIn } from '../rules/graph.ts'
import { create } from '../service.ts'
import { templates } from './rules/templates.ts'

export async function list(_ctx: Ctx) {
  return {
    items: templates.map(one => ({
      ...one,
      triggers: one.graph.triggers.length,
      actions: actionsIn(one.graph).length,
    })),
  }
}

/** A draft of its own: changing it changes no template. */
export async function use(
  ctx: Ctx,
  { key, name: given }: { key: string; name?: string | undefined },
): Promise<Workflow> {
  const { name, description, category, graph } = found(
    templates.find(one => one.key === key),
    'Template',
  )
  return create(ctx, { name: given || name, description, category, draft: graph })
}
