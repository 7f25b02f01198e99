import { and, eq, isNull, sql } from 'drizzle-orm'
import { URGENT } from '#consent/rules/reasons.ts'
import { listSuppressionsOf, subscribe } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { send } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { addToGroup } from '#people/labels/service.ts'
import { intakePerson } from '#people/service/intake.ts'
import { addTags } from '#people/service.ts'
import { contactPoints, people } from '#people/tables.ts'
import { keywordOf } from '../../rules/keywords.ts'
import { smsKeywords, smsKeywordUses } from '../../tables.ts'

interface Obeyed {
  /** The member whom such texts are given to. */
  answersTo: string | null
  /** Who became someone by it: nobody had that number. */
  newcomer?: string
}

/** A text whose first word is one of the account's: the consent is recorded with its words, and it is answered once. */
export async function applyKeyword(ctx: Ctx, messageId: string): Promise<Obeyed | null> {
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId))
  const word = message?.channel === 'sms' && message.direction === 'in' ? keywordOf(message.bodyText) : ''
  if (!message || !word) return null
  const [keyword] = await ctx.db
    .select()
    .from(smsKeywords)
    .where(and(eq(smsKeywords.word, word), eq(smsKeywords.active, true), isNull(smsKeywords.deletedAt)))
  if (!keyword) return null
  const [number, { answersTo }] = [message.sender, keyword]
  const [fresh] = await ctx.db
    .insert(smsKeywordUses)
    .values({ keywordId: keyword.id, messageId, number })
    .onConflictDoNothing()
    .returning({ id: smsKeywordUses.id })
  if (!fresh) return { answersTo }
  await ctx.db
    .update(smsKeywords)
    .set({ uses: sql`${smsKeywords.uses} + 1` })
    .where(eq(smsKeywords.id, keyword.id))
  announce(ctx, 'campaigns')
  // Someone who replied STOP must reply START first: a keyword undoes no STOP.
  const standing = await listSuppressionsOf(ctx, [number], { channel: 'sms', topic: keyword.topic })
  if (standing.get(number)?.includes('stop')) return { answersTo }
  if (keyword.topic)
    await subscribe(ctx, number, {
      channel: 'sms',
      topic: keyword.topic,
      source: 'keyword',
      reference: messageId,
      wording: `Texted “${message.bodyText.slice(0, 200)}” to the keyword ${keyword.word}`,
      evidence: { keyword: keyword.word },
    })
  if (keyword.urgent)
    await subscribe(ctx, number, {
      channel: 'sms',
      topic: URGENT,
      source: 'keyword',
      reference: `${messageId}:urgent`,
      wording: `Texted “${message.bodyText.slice(0, 200)}” to the keyword ${keyword.word}, for urgent messages at any hour`,
      evidence: { keyword: keyword.word },
    })
  const newcomer = await join(ctx, number, keyword)
  if (keyword.reply)
    await send(ctx, [
      {
        channel: 'sms',
        to: number,
        text: keyword.reply,
        kind: 'keyword-auto-reply',
        purpose: 'confirmation',
        dedupeKey: `keyword:${messageId}`,
      },
    ])
  return { answersTo, newcomer }
}

/**
 * Into the list that the word is for, where one person alone has that number; a family is asked who it was. Campaigns go
 * to people: a number that nobody has becomes someone's, who has no name yet.
 */
async function join(ctx: Ctx, number: string, { word, topic, groupId, tagId }: typeof smsKeywords.$inferSelect) {
  // A short code or a name is a machine's.
  if ((!topic && !groupId && !tagId) || !/^\+\d{7,15}$/.test(number)) return
  const owners = await ctx.db
    .selectDistinct({ id: people.id })
    .from(contactPoints)
    .innerJoin(people, and(eq(people.clientId, contactPoints.clientId), eq(people.id, contactPoints.personId)))
    .where(and(eq(contactPoints.valueNorm, number), isNull(people.deletedAt)))
    .limit(2)
  if (owners.length > 1) return
  const personId = owners[0]?.id ?? (await becomeKnown(ctx, number, word))
  if (groupId) await addToGroup(ctx, groupId, personId)
  if (tagId) await addTags(ctx, personId, [tagId])
  announce(ctx, 'people', personId)
  return owners.length === 0 ? personId : undefined
}

async function becomeKnown(ctx: Ctx, number: string, word: string): Promise<string> {
  const points = [{ kind: 'phone' as const, value: number }]
  return (await intakePerson(ctx, { firstName: '', lastName: '', points, source: `Keyword ${word}` })).personId
}
