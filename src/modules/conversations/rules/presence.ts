/** So long someone counts as writing who does not say so again. */
export const REPLYING_MS = 8_000

/** In place of a colleague’s id: the visitor at the other end of a chat. */
export const VISITOR = 'visitor'

export interface Presence {
  conversationId: string
  userId: string
  on: boolean
}

/** As it travels with the news that other screens hear: a name of the moment, stored nowhere. */
export const presenceNews = ({ conversationId, userId, on }: Presence) =>
  `${conversationId} ${userId} ${on ? 'on' : 'off'}`

export function readPresence(news: string): Presence | undefined {
  const [conversationId, userId, state] = news.split(' ')
  if (conversationId && userId && state) return { conversationId, userId, on: state === 'on' }
}
