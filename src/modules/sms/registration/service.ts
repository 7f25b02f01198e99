import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { read as churchOf } from '#clients/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { isLocal } from '#messaging/carrier/rules.ts'
import { accountRow, textCarrierOf } from '#messaging/carrier/service.ts'
import { mailTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { sampleUrl } from '../campaigns/service/links.ts'
import { textFor } from '../rules/message.ts'
import { readable } from '../rules/numbers.ts'
import { textsFor } from '../rules/registration.ts'
import { smsKeywords, smsRegistrations, smsTemplates } from '../tables.ts'
import type { SmsRegistration, SmsRegistrationChange } from './contract.ts'

const samples = Object.fromEntries(Object.entries(mailTags).map(([tag, { sample }]) => [tag, sample])) as TagValues

/** Two of their own templates as someone gets them for the first time; what needs a fact of a person is left out. */
async function samplesOf(ctx: Ctx, businessName: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ body: smsTemplates.body })
    .from(smsTemplates)
    .where(isNull(smsTemplates.deletedAt))
    .orderBy(asc(smsTemplates.category), asc(smsTemplates.name))
    .limit(20)
  const texts = rows.map(({ body }) => textFor(body, { ...samples, businessName }, { known: false, short: sampleUrl }))
  return texts.flatMap(({ text, missing }) => (missing.length > 0 ? [] : [text])).slice(0, 2)
}

export async function readRegistration(ctx: Ctx): Promise<SmsRegistration> {
  const [row] = await ctx.db.select().from(smsRegistrations)
  const account = await accountRow(ctx)
  const { name: church } = await churchOf(ctx)
  const sender = (await textCarrierOf(ctx)).senders[0]?.number
  const [keyword] = await ctx.db
    .select({ word: smsKeywords.word })
    .from(smsKeywords)
    .where(and(ne(smsKeywords.topic, ''), eq(smsKeywords.active, true), isNull(smsKeywords.deletedAt)))
    .orderBy(asc(smsKeywords.word))
    .limit(1)
  const { legalName = '', ein = '', website = '', privacyUrl = '', done = [] } = row ?? {}
  const number = sender && isLocal(sender) ? readable(sender) : null
  const facts = { church, legalName, website, privacyUrl, word: keyword?.word ?? '', number: number ?? '' }
  return {
    legalName,
    ein,
    website,
    privacyUrl,
    done,
    number,
    brand: account?.brandStatus ?? 'none',
    campaign: account?.campaignStatus ?? 'none',
    texts: textsFor({ ...facts, samples: await samplesOf(ctx, church) }),
  }
}

export async function updateRegistration(ctx: Ctx, changes: SmsRegistrationChange): Promise<SmsRegistration> {
  const values = { ...changes, ...(changes.done && { done: [...new Set(changes.done)] }) }
  await ctx.db
    .insert(smsRegistrations)
    .values({ ...values, clientId: ctx.client.id })
    .onConflictDoUpdate({ target: smsRegistrations.clientId, set: { ...values, clientId: ctx.client.id } })
  return readRegistration(ctx)
}
