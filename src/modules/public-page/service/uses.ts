import type { Ctx } from '#kernel/ctx.ts'
import type { ServerModule } from '#kernel/server-modules.ts'
import type { Use } from '../rules/uses.ts'

type UsesOf = NonNullable<ServerModule['uses']>

let readers: readonly UsesOf[] = []

/** Says which modules use things of others; called once, by app/jobs.ts. */
export function plugInUses(given: readonly UsesOf[]): void {
  readers = given
}

/** What uses a thing, asked before it is closed or deleted. */
export async function usesOf(ctx: Ctx, kind: string, id: string): Promise<Use[]> {
  const found: Use[] = []
  for (const read of readers) found.push(...(await read(ctx, kind, id)))
  return found
}
