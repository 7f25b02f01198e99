import type { Ctx } from '#kernel/ctx.ts'
import type { Workflow } from '../contract.ts'
import { create, get } from '../service.ts'
import type { WorkflowFile } from './contract.ts'
import { withoutIds } from './rules.ts'

/** The draft, with ids of this account as they are. */
export async function asJson(ctx: Ctx, { id }: { id: string }): Promise<WorkflowFile> {
  const { name, description, category, draft } = await get(ctx, { id })
  return { format: 'lampstand.workflow', account: ctx.client.id, name, description, category, graph: draft }
}

/** As a draft. From another account: what was chosen there has to be chosen again before it can be published. */
export async function fromJson(ctx: Ctx, { file }: { file: WorkflowFile }): Promise<Workflow> {
  const { account, name, description, category, graph } = file
  return create(ctx, { name, description, category, draft: account === ctx.client.id ? graph : withoutIds(graph) })
}
