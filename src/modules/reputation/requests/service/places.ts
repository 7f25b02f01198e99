import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { list as listSources } from '../../sources/service.ts'
import type { CustomTarget } from '../contract.ts'
import { type Target, targetProblem, toTarget } from '../rules/targets.ts'

/** Entries of the church, each with why it can't be asked for. */
export async function offers(ctx: Ctx) {
  const { items } = await listSources(ctx)
  return {
    items: items.map(source => ({
      id: source.id,
      platform: source.platform,
      name: source.name,
      problem: targetProblem(source),
    })),
  }
}

/** Where someone may write, refused beside its field where that can't be asked for. */
export async function resolveTargets(
  ctx: Ctx,
  { sources, custom }: { sources: readonly string[]; custom: CustomTarget | null },
): Promise<Target[]> {
  const known = sources.length > 0 ? (await listSources(ctx)).items.filter(({ id }) => sources.includes(id)) : []
  if (known.length < new Set(sources).size) throw invalid('sources', 'This platform was deleted. Please choose again.')
  const problem = known.map(targetProblem).find(Boolean)
  if (problem) throw invalid('sources', problem)
  const targets = [...known.map(toTarget), ...(custom ? [{ platform: 'custom' as const, ...custom }] : [])]
  if (targets.length === 0) throw invalid('sources', 'Please choose at least one platform')
  return targets
}
