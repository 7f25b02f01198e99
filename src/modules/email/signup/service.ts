import { eq, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { latestEvidence, lift, listSuppressionsOf, subscribe } from '#consent/service.ts'
import { topicByKey, topicsOf } from '#consent/topics/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { networkOf } from '#kernel/network.ts'
import { sealOf } from '#kernel/secrets.ts'
import { countSince, sendMail } from '#messaging/service.ts'
import { intakePerson } from '#people/service/intake.ts'
import { guardSubmission } from '#public-page/guard/service.ts'
import { namesOf } from '../campaigns/service/sending.ts'
import { confirmSubscriptionMail } from '../emails/confirm.ts'
import { masked } from '../rules/address.ts'
import { INVALID_LINK, readToken, tokenUrl, type UnsubscribeToken } from '../unsubscribe/service.ts'
import type { Confirming } from './contract.ts'

/** So many mails a day that ask the same address. */
const MOST_ASKED = 3
const CONFIRM = 'confirm-subscription'

export { clientOfSlug } from '#public-page/church/service.ts'

export const clientOfConfirming = async (token: string) => readToken(token, 'confirm')?.c

async function churchName(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account').name
}

export async function page(ctx: Ctx) {
  const topics = (await topicsOf(ctx)).filter(topic => topic.isPublic)
  return {
    business: await churchName(ctx),
    topics: topics.map(({ key, name, description }) => ({ key, name, description })),
  }
}

type Yes = Parameters<typeof subscribe>[2]

/**
 * Takes a sign-up that anyone could have typed: it applies immediately, or once its reader has confirmed it where the topic asks
 * for that. Every form and page of sign-up comes through here.
 */
export async function signUp(ctx: Ctx, value: string, said: Yes): Promise<'subscribed' | 'asked'> {
  const { channel = 'email', topic, name = '' } = said
  const of = channel === 'email' ? (await topicsOf(ctx)).find(one => one.key === topic) : undefined
  if (!of?.doubleOptIn) {
    await subscribe(ctx, value, said)
    return 'subscribed'
  }
  const title = of.name
  const asked = await countSince(ctx, CONFIRM, new Date(clock.ms() - days(1)), value)
  if (asked >= MOST_ASKED) return 'asked'
  const href = tokenUrl('confirm', { c: ctx.client.id, a: value, t: topic, n: name })
  await sendMail(ctx, {
    to: value,
    ...confirmSubscriptionMail({ church: await churchName(ctx), title, href }),
    kind: CONFIRM,
    dedupeKey: `${CONFIRM}:${topic}:${value}:${asked}:${clock.now().toISOString().slice(0, 10)}:${placeOf(ctx)}`,
  })
  return 'asked'
}

/** Where a request came from, told from others and not kept itself. */
const placeOf = (ctx: Ctx) => (ctx.ip ? sealOf(`place ${networkOf(ctx.ip)}`) : 'here')

/** Sign-ups an hour from one device and one network: a church hall shares one connection, a robot has no end. */
const MOST_SIGN_UPS = { device: 120, mine: 600 }
const REFERENCE = 'sign-up page'

interface SignUp {
  email: string
  name: string
  /** Topics that were ticked. */
  keys: readonly string[]
}

/** What the church's own page of sign-up takes in: consent to each topic, and someone to write to. */
export async function signUpOnPage(ctx: Ctx, { email, name, keys }: SignUp): Promise<'subscribed' | 'asked'> {
  await guardSubmission(ctx, {
    form: 'sign-up',
    honeypot: '',
    refused: MOST_SIGN_UPS,
    message: 'There were many sign-ups from this network. Please try again in an hour.',
  })
  const { business, topics } = await page(ctx)
  const answers: string[] = []
  for (const topic of topics.filter(({ key }) => keys.includes(key))) {
    const wording = `Yes, send me “${topic.name}” from ${business}. I can unsubscribe at any time.`
    answers.push(await signUp(ctx, email, { topic: topic.key, name, source: 'form', wording, reference: REFERENCE }))
  }
  if (answers.includes('subscribed')) await becomeKnown(ctx, email, name)
  return answers.includes('asked') ? 'asked' : 'subscribed'
}

/** Campaigns go to people: an address that nobody has yet becomes someone's. A name is matched as everywhere. */
async function becomeKnown(ctx: Ctx, email: string, name: string): Promise<void> {
  const { firstName = '', lastName = '' } = namesOf(name)
  const { rows } = await ctx.db.execute<object>(
    sql`select from contact_points where kind = 'email' and value_norm = ${email} limit 1`,
  )
  if (!firstName && rows.length > 0) return
  await intakePerson(ctx, { firstName, lastName, points: [{ kind: 'email', value: email }], source: 'Sign-up page' })
}

function ticketOf(ctx: Ctx, token: string): UnsubscribeToken {
  const ticket = readToken(token, 'confirm')
  if (!ticket || ticket.c !== ctx.client.id) throw new Failure('NOT_FOUND', INVALID_LINK)
  return ticket
}

/** Looking is not confirming: mail scanners follow every link. */
export async function confirming(ctx: Ctx, { token }: { token: string }): Promise<Confirming> {
  const { a: value, t } = ticketOf(ctx, token)
  const place = { channel: 'email', topic: t } as const
  const said = (await latestEvidence(ctx, [value], place)).get(value)
  const against = (await listSuppressionsOf(ctx, [value], place)).get(value) ?? []
  const { name: topic } = await topicByKey(ctx, t)
  const confirmed = said === 'granted' && !against.includes('unsubscribed')
  return { email: masked(value), business: await churchName(ctx), topic, confirmed }
}

const WORDING = 'Yes, send it to me (confirmed by the link in an email)'

/** The consent itself, by a person who reads that address. Said again, nothing more is written. */
export async function confirm(ctx: Ctx, token: string): Promise<void> {
  const { a: value, t: topic, n: name } = ticketOf(ctx, token)
  if ((await confirming(ctx, { token })).confirmed) return
  await subscribe(ctx, value, { topic, source: 'link', wording: WORDING, reference: 'double opt-in', name })
  await lift(ctx, [value], { reason: 'unsubscribed' })
  await becomeKnown(ctx, value, name ?? '')
}
