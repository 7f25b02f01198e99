import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { URGENT } from '../rules/reasons.ts'
import { latestEvidence, lift, listSuppressionsOf, subscribe, unsubscribe } from '../service.ts'
import { consents } from '../tables.ts'
import { topicsOf } from '../topics/service.ts'
import type { Choice, Destination } from './rules.ts'

const urgent = {
  key: URGENT,
  name: 'Urgent messages at any hour',
  description: 'Including at night, when it is urgent.',
  isPublic: false,
  doubleOptIn: false,
}

/**
 * Public topics, those of `alsoShown`, and every other topic that this destination was ever asked about, so that people
 * who want nothing more find all of it on one page.
 */
export async function choicesOf(
  ctx: Ctx,
  { value, channel }: Destination,
  alsoShown: readonly string[] = [],
): Promise<Choice[]> {
  const asked = await ctx.db
    .selectDistinct({ topic: consents.topic })
    .from(consents)
    .where(and(eq(consents.value, value), eq(consents.channel, channel)))
  const own = new Set([...alsoShown, ...asked.map(({ topic }) => topic)])
  const known = [...(await topicsOf(ctx)), ...(channel === 'email' ? [] : [urgent])]
  return Promise.all(
    known
      .filter(topic => topic.isPublic || own.has(topic.key))
      .map(async ({ isPublic: _, ...topic }) => {
        const place = { channel, topic: topic.key }
        const consented = (await latestEvidence(ctx, [value], place)).get(value) === 'granted'
        const against = (await listSuppressionsOf(ctx, [value], place)).get(value) ?? []
        return { ...topic, consented, on: consented && !against.includes('unsubscribed'), against }
      }),
  )
}

export interface Evidence {
  /** link, portal … */
  source: string
  /** The words beside the box. */
  wording: (choice: Choice) => string
  /** Id of what it was chosen in. */
  reference: string
  personId?: string
  name?: string
  evidence?: Record<string, unknown>
}

/**
 * Records what changes: `isWanted` says of each choice whether it is on from now on. Repeating it records nothing.
 * @returns keys of topics that were turned on and off
 */
export async function saveChoices(
  ctx: Ctx,
  { value, channel }: Destination,
  choices: readonly Choice[],
  isWanted: (choice: Choice) => boolean,
  { source, wording, reference, evidence = {}, ...who }: Evidence,
): Promise<{ on: string[]; off: string[] }> {
  const changed = choices.filter(choice => isWanted(choice) !== choice.on)
  const [on, off] = [changed.filter(isWanted), changed.filter(choice => !isWanted(choice))]
  const stop = ({ key }: Choice) => unsubscribe(ctx, value, { topic: key, channel, source, evidence })
  for (const choice of on) {
    const said = { channel, topic: choice.key, source, wording: wording(choice), reference, evidence, ...who }
    await subscribe(ctx, value, said)
  }
  // Lifting undoes every opt-out of the destination. What was off by an opt-out alone is recorded as off first.
  if (on.length > 0) {
    for (const choice of choices) if (choice.consented && !choice.on && !isWanted(choice)) await stop(choice)
    await lift(ctx, [value], { reason: 'unsubscribed' })
  }
  for (const choice of off) await stop(choice)
  return { on: on.map(({ key }) => key), off: off.map(({ key }) => key) }
}

/** Ends every topic on every channel for these addresses and numbers. Receipts and answers are still sent. */
export async function optOutOfEverything(
  ctx: Ctx,
  values: readonly string[],
  { source, evidence }: Pick<Evidence, 'source' | 'evidence'>,
): Promise<void> {
  for (const value of new Set(values)) await unsubscribe(ctx, value, { topic: '', channel: 'all', source, evidence })
}
