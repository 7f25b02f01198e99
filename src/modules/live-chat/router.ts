import { expose } from '#kernel/expose.ts'
import { supportChat, supportInbox } from './chat/contract.ts'
import * as chat from './chat/service.ts'
import { churchChat } from './church-chat/contract.ts'
import * as church from './church-chat/service.ts'
import * as inbox from './service/support-inbox.ts'
import { end, signal } from './service/visitor.ts'

export const supportChatRouter = expose(
  supportChat,
  { send: chat.send, read: chat.read, leaveEmail: chat.leaveEmail, end, signal },
  church.clientOfChat,
)
export const churchChatRouter = expose(churchChat, {
  read: church.read,
  change: church.change,
  held: church.listQuarantined,
  release: church.release,
  discard: church.discard,
})
export const supportInboxRouter = expose(supportInbox, {
  list: inbox.list,
  export: inbox.exportCsv,
  get: inbox.get,
  seen: inbox.markSeen,
  reply: inbox.reply,
  setState: inbox.setState,
})
