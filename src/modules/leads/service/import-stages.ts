import type { Ctx } from '#kernel/ctx.ts'

type StagesNamed = (ctx: Ctx, importId: string, personIds: string[]) => Promise<Map<string, string>>

let find: StagesNamed = async () => new Map()

/** Says which stage a file names for its people; called once, by app/jobs.ts. */
export function plugInImportStages(given: StagesNamed): void {
  find = given
}

/** By person; absent where their row names none. */
export const stagesNamed: StagesNamed = (ctx, importId, personIds) => find(ctx, importId, personIds)
