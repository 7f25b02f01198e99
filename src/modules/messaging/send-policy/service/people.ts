import type { Held } from '#consent/rules/reasons.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { RecipientPlace } from '../rules/regions.ts'

/** What is known of those who have the addresses and numbers that are written to. */
interface KnownPeople {
  /** Which values get no promotions for the sake of those who have them; values of nobody are absent. */
  onPromotionHold: (ctx: Ctx, values: readonly string[], kind: 'email' | 'phone') => Promise<Map<string, Held>>
  /** Where those live who have these numbers (E.164). */
  placesOfOwners: (ctx: Ctx, numbers: readonly string[]) => Promise<(RecipientPlace & { number: string })[]>
}

let known: KnownPeople | undefined

/** Says what is known of people; called once, by app/jobs.ts, since people stand above messages. */
export function plugInKnownPeople(given: KnownPeople): void {
  known = given
}

export const knownPeople = (): KnownPeople => {
  if (!known) throw new Error('messaging knows no people: app/jobs.ts is not loaded')
  return known
}
