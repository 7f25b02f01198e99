import type { Ctx } from '#kernel/ctx.ts'

export async function seedRobocalls(_ctx: Ctx): Promise<void> {}
