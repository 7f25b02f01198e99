import { sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { amendPastMessages } from '#messaging/service/history.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { addToTimeline, moveOnTimeline } from '#people/notes/service.ts'
import { wakingClock } from '#people/rules/church-hours.ts'
import { personById } from '#people/service.ts'
import words from './data/demo.json' with { type: 'json' }
import { fileMessage } from './items/service.ts'
import { redateConversation, redateItem } from './service/history.ts'
import { assignPerson, selectConversation } from './service.ts'

/** Guests and members who wrote within the last days, each by the number that is theirs alone; the visitor of the chat is the twenty-fourth. */
export async function seedConversations(ctx: Ctx, { personIds, userIds }: { personIds: string[]; userIds: string[] }) {
  const seen = new Set<string>()
  let written = 0
  const waking = wakingClock(clock.now(), ctx.client.timeZone)
  for (const id of personIds) {
    if (written === words.length) return
    const { phone, name } = await personById(ctx, id)
    if (!phone || seen.has(phone)) continue
    seen.add(phone)
    const text = words[written]!
    const inbound = { channel: 'sms' as const, from: phone, fromName: name, to: '', text }
    const messageId = await receiveMessage(ctx, { ...inbound, provider: 'sandbox', providerId: `demo-${written}` })
    if (!messageId) continue
    await fileMessage(ctx, { messageId, word: null })
    const at = waking(hours(written * 3 + 1))
    await amendPastMessages(ctx, sql`select ${messageId}::uuid`, { at })
    const item = await redateItem(ctx, { messageId }, at)
    // A family shares the number, and someone of the team has said who wrote; of the last two nobody has yet.
    const { conversationId } = item!
    const thread = await selectConversation(ctx, conversationId)
    const known = thread.personId || written >= words.length - 2
    const threadId = known ? conversationId : (await assignPerson(ctx, { id: conversationId, personId: id })).id
    const assignedTo = written % 4 === 0 ? userIds[written % userIds.length]! : null
    await redateConversation(ctx, threadId, { lastAt: at, waitingSince: at, assignedTo })
    const unknown = !thread.personId && written >= words.length - 2
    const sourceKey = `message:${messageId}`
    if (!unknown)
      await addToTimeline(ctx, [
        { personId: id, at, type: 'message.in', userId: null, data: { channel: 'sms' }, sourceKey },
      ])
    await moveOnTimeline(ctx, sourceKey, at)
    written++
  }
}
