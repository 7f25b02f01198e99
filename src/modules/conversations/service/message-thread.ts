import { sql } from 'drizzle-orm'
import { conversationItems } from '../tables.ts'

/** In a query of `messages`: the conversation in which one stands. */
export const threadOfMessage = sql`(select i.conversation_id from ${conversationItems} i
  where i.client_id = messages.client_id and i.message_id = messages.id)`
