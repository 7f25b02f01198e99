import { asc, desc, eq } from 'drizzle-orm'
import { blockOf, type Choice, type Destination } from '#consent/preferences/rules.ts'
import { choicesOf, optOutOfEverything, saveChoices } from '#consent/preferences/service.ts'
import { consents } from '#consent/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { formatPhone } from '#people/rules/contact.ts'
import { contactPoints, people } from '#people/tables.ts'
import type { PortalAddress, PortalPreferences, PreferenceChange } from '../contract.ts'
import { blockWords, consentWords, UNPROVEN } from '../rules/wording.ts'
import { portalSessions } from '../tables.ts'
import { businessName, portalActor } from './church.ts'

const SOURCE = 'portal'

/** Addresses for email, numbers for texts, and for calls where the ledger has an entry about calls. */
async function destinationsOf(ctx: Ctx): Promise<Destination[]> {
  const { forId } = portalActor(ctx)
  const points = await ctx.db
    .select({ value: contactPoints.valueNorm, kind: contactPoints.kind })
    .from(contactPoints)
    .where(eq(contactPoints.personId, forId))
    .orderBy(asc(contactPoints.kind), desc(contactPoints.isPrimary), asc(contactPoints.id))
  const called = await ctx.db
    .selectDistinct({ value: consents.value })
    .from(consents)
    .where(eq(consents.channel, 'voice'))
  const byVoice = new Set(called.map(({ value }) => value))
  return points.flatMap(({ value, kind }): Destination[] => {
    if (kind === 'email') return [{ value, channel: 'email' }]
    const call: Destination[] = byVoice.has(value) ? [{ value, channel: 'voice' }] : []
    return [{ value, channel: 'sms' }, ...call]
  })
}

/** The address that the sign-in link was sent to: the person who is signed in here reads its mail. */
async function provenAddress(ctx: Ctx): Promise<string> {
  const { sessionId } = portalActor(ctx)
  const [row] = await ctx.db
    .select({ address: portalSessions.address })
    .from(portalSessions)
    .where(eq(portalSessions.id, sessionId))
  return found(row, 'Session').address
}

interface Standing extends Destination {
  choices: Choice[]
  canTurnOn: (choice: Choice) => boolean
}

async function standingsOf(ctx: Ctx): Promise<Standing[]> {
  const proven = await provenAddress(ctx)
  const standings: Standing[] = []
  for (const destination of await destinationsOf(ctx)) {
    const choices = await choicesOf(ctx, destination)
    const isProven = destination.value === proven || destination.channel !== 'email'
    const isBlocked = blockOf(choices) !== undefined
    standings.push({
      ...destination,
      choices,
      canTurnOn: ({ doubleOptIn }) => !isBlocked && (isProven || !doubleOptIn),
    })
  }
  return standings
}

function toAddress(ctx: Ctx, { channel, value, choices, canTurnOn }: Standing, business: string): PortalAddress {
  const block = blockOf(choices)
  const isLimited = choices.some(choice => !choice.on && !canTurnOn(choice))
  return {
    channel,
    value,
    shown: channel === 'email' ? value : formatPhone(value, ctx.client.country),
    note: block ? blockWords(block, business) : isLimited ? UNPROVEN : null,
    choices: choices.map(choice => ({
      topic: choice.key,
      name: choice.name,
      description: choice.description,
      on: choice.on,
      canTurnOn: choice.on || canTurnOn(choice),
    })),
  }
}

export async function preferences(ctx: Ctx): Promise<PortalPreferences> {
  const [business, standings] = [await businessName(ctx), await standingsOf(ctx)]
  return { business, addresses: standings.map(one => toAddress(ctx, one, business)) }
}

interface Change {
  changes: readonly PreferenceChange[]
  /** Browser, as evidence. */
  userAgent?: string
}

/** What can't be turned on here stays off; topics that are not named, or not shown to this person, stay as they are. */
export async function setPreferences(ctx: Ctx, { changes, userAgent }: Change): Promise<PortalPreferences> {
  const business = await businessName(ctx)
  const { forId, sessionId } = portalActor(ctx)
  const [person] = await ctx.db.select({ name: people.name }).from(people).where(eq(people.id, forId))
  for (const { channel, value, choices, canTurnOn } of await standingsOf(ctx)) {
    const asked = new Map(
      changes.filter(one => one.channel === channel && one.value === value).map(one => [one.topic, one.on]),
    )
    const isWanted = (choice: Choice) =>
      asked.get(choice.key) === true
        ? choice.on || canTurnOn(choice)
        : asked.get(choice.key) === false
          ? false
          : choice.on
    await saveChoices(ctx, { value, channel }, choices, isWanted, {
      source: SOURCE,
      reference: SOURCE,
      personId: forId,
      name: person?.name ?? '',
      wording: choice => `${choice.name}: ${consentWords(channel, business)}`,
      evidence: evidenceOf(ctx, sessionId, userAgent),
    })
  }
  return preferences(ctx)
}

const evidenceOf = (ctx: Ctx, sessionId: string, userAgent = '') => ({ ip: ctx.ip ?? null, userAgent, sessionId })

export async function stopAll(
  ctx: Ctx,
  { userAgent }: { church?: string; userAgent?: string },
): Promise<PortalPreferences> {
  const values = (await destinationsOf(ctx)).map(({ value }) => value)
  const evidence = { wording: 'Stop all messages', ...evidenceOf(ctx, portalActor(ctx).sessionId, userAgent) }
  await optOutOfEverything(ctx, values, { source: SOURCE, evidence })
  return preferences(ctx)
}
