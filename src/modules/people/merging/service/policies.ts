import type { Ctx } from '#kernel/ctx.ts'
import type { Move } from './rows.ts'

/** What a module does with rows of its own when two people are merged, beside what moves by itself. */
export interface MergePolicy {
  /** before everything that names one of them is moved; again for what came late */
  join: (ctx: Ctx, move: Move) => Promise<void>
  /** after an undo: table → ids of its rows that were changed or brought back */
  refresh?: (ctx: Ctx, rows: ReadonlyMap<string, readonly string[]>) => Promise<void>
}

let policies: readonly MergePolicy[] = []

/** Says what the modules' `mergePolicy` is; called once, by app/jobs.ts. */
export function plugInMergePolicies(given: readonly MergePolicy[]): void {
  policies = given
}

export const mergePolicies = (): readonly MergePolicy[] => policies
