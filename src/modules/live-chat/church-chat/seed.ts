import { demoChurch } from '#clients/rules/demo.ts'
import { fileChatLines } from '#conversations/service/chats.ts'
import { redateConversation, redateItem } from '#conversations/service/history.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { digest } from '#kernel/secrets.ts'
import { wakingClock } from '#people/rules/church-hours.ts'
import { supportConversations, supportMessages } from '../chat/tables.ts'
import { churchAcknowledgement } from './rules.ts'
import { chatPlace, isThere } from './service.ts'
import { chatSettings } from './tables.ts'

const HOURS = 'We answer Tue–Fri 9:00–17:00'
const said = [
  { name: 'Nora Whitfield', text: 'Is there parking for a wheelchair van on Sundays?', signs: [] },
  {
    name: 'Best Prices',
    text: 'Rank first! http://seo.example http://links.example http://more.example',
    signs: ['links'],
  },
]

/** The demo church's chat is on: one visitor waits for an answer, and one machine for someone to look at it. */
export async function seedChat(ctx: Ctx): Promise<void> {
  await ctx.db.insert(chatSettings).values({ enabled: true, hours: HOURS, ask: 'both', domains: [demoChurch.domain] })
  const place = await chatPlace(ctx)
  for (const { name, text, signs } of said) {
    const lastAt = wakingClock(clock.now(), ctx.client.timeZone)(hours(1))
    const [conversation] = await ctx.db
      .insert(supportConversations)
      .values({
        tokenHash: digest(`demo ${name}`),
        ipHash: digest('demo'),
        form: 'church',
        name,
        signs,
        page: '/',
        lastText: text,
        unread: 1,
        lastAt,
        heldAt: signs.length > 0 ? lastAt : null,
      })
      .returning()
    const { id: conversationId } = conversation!
    const [message] = await ctx.db
      .insert(supportMessages)
      .values({ conversationId, author: 'visitor', text, key: `demo ${name}`, createdAt: lastAt })
      .returning()
    const words = churchAcknowledgement('Grace Community Church', await isThere(ctx, 'church'), HOURS, null)
    await ctx.db
      .insert(supportMessages)
      .values({ conversationId, author: 'bot', text: words, key: `bot ${name}`, createdAt: lastAt })
    if (signs.length > 0) continue
    const line = { chatId: conversationId, messageId: message!.id, text, name, email: null, place }
    await fileChatLines(ctx, { ...line, direction: 'in', userId: null })
    const item = await redateItem(ctx, { chatId: conversationId }, lastAt)
    if (item) await redateConversation(ctx, item.conversationId, { lastAt, waitingSince: lastAt })
  }
}
