import { eq } from 'drizzle-orm'
import { readPresence, VISITOR } from '#conversations/rules/presence.ts'
import { announceVisitorTyping, recordVisit, threadOfVisitor } from '#conversations/service/visitors.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce, type Change } from '#kernel/realtime.ts'
import { countSince, sendMail } from '#messaging/service.ts'
import { conversationOf } from '../chat/service/visitor-token.ts'
import { messagesOf, threadOf } from '../chat/service.ts'
import { supportConversations as conversations } from '../chat/tables.ts'
import { churchName } from '../church-chat/service.ts'
import { chatTranscriptMail } from '../emails/chat-transcript.ts'

interface Signal {
  token: string
  state: 'writing' | 'still' | 'gone'
}

/** Colleagues see that someone writes, and that they have gone. */
export async function signal(ctx: Ctx, { token, state }: Signal) {
  const conversation = await conversationOf(ctx, token)
  if (!conversation || conversation.heldAt) return {}
  if (state === 'gone') await recordVisit(ctx, conversation.id, false)
  await announceVisitorTyping(ctx, conversation.id, state === 'writing')
  return {}
}

const KIND = 'chat-transcript'
const MOST_A_DAY = 5

/** Closed by the person who began it. What was said is mailed only where one of us has answered: nobody is mailed by a stranger. */
export async function end(ctx: Ctx, { token, transcript }: { token: string; transcript: boolean }) {
  const known = found(await conversationOf(ctx, token), 'Conversation')
  const [closed] = await ctx.db
    .update(conversations)
    .set({ state: 'closed' })
    .where(eq(conversations.id, known.id))
    .returning()
  await recordVisit(ctx, known.id, false)
  announce(ctx, 'support-chat', known.id)
  const mailed = transcript ? await mailTranscript(ctx, known) : false
  return { ...(await threadOf(ctx, closed!)), mailed }
}

async function mailTranscript(ctx: Ctx, chat: typeof conversations.$inferSelect): Promise<boolean> {
  const { email } = chat
  const said = await messagesOf(ctx, chat)
  if (!email || !said.some(({ author }) => author === 'staff')) return false
  const since = new Date(clock.ms() - hours(24))
  if ((await countSince(ctx, KIND, since, email)) >= MOST_A_DAY) return false
  const church = await churchName(ctx)
  const lines = said.map(({ author, name, text, files }) => {
    const words = [text, ...files.map(file => `[${file.name}]`)].filter(Boolean).join(' ')
    return `${author === 'visitor' ? 'You' : name || church}: ${words}`
  })
  const { state } = await sendMail(ctx, {
    to: email,
    kind: KIND,
    dedupeKey: `${KIND}:${said.at(-1)!.id}`,
    purpose: 'conversational',
    ...chatTranscriptMail({ church, lines }),
  })
  return state !== 'skipped'
}

/** Whose stream it is: the chat, and the thread that it stands in once it does. */
export async function streamOf(ctx: Ctx, token: string) {
  const conversation = await conversationOf(ctx, token)
  return conversation && { chatId: conversation.id, threadId: await threadOfVisitor(ctx, conversation.id) }
}

/** What a visitor hears: that there is news, and that someone is writing. Never what, and never of anyone else. */
export function newsForVisitor(changes: Change[], chatId: string, threadId: string | undefined): string[] {
  return changes.flatMap(({ topic, ids }) => {
    if (topic === 'support-chat') return ids.length === 0 || ids.includes(chatId) ? ['news'] : []
    if (topic !== 'presence') return []
    const said = ids.map(readPresence).filter(one => one && one.conversationId === threadId && one.userId !== VISITOR)
    return said.map(one => (one?.on ? 'writing' : 'still'))
  })
}
