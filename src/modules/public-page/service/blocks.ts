import type { Ctx } from '#kernel/ctx.ts'
import type { ShownBlock } from '../rules/blocks.ts'

/** Draws what the form of the block kept, for any visitor; never throws for a value that it doesn't understand. */
export type DrawBlock = (ctx: Ctx, value: Record<string, unknown>) => Promise<ShownBlock>

let drawers: Readonly<Record<string, DrawBlock>> = {}

/** Says which modules draw blocks; called once, by app/jobs.ts. */
export function plugInPageBlocks(given: Readonly<Record<string, DrawBlock>>): void {
  drawers = given
}

/** Undefined where no module draws this kind. */
export async function drawBlock(
  ctx: Ctx,
  kind: string,
  value: Record<string, unknown>,
): Promise<ShownBlock | undefined> {
  return Object.hasOwn(drawers, kind) ? drawers[kind]!(ctx, value) : undefined
}
