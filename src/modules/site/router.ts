import { expose } from '#kernel/expose.ts'
import { supportChat, supportInbox } from './chat/contract.ts'
import * as chat from './chat/service.ts'
import { churchChat } from './church-chat/contract.ts'
import * as church from './church-chat/service.ts'
import { contact } from './contact/contract.ts'
import { clientOfForm, submit } from './contact/service.ts'
import { status } from './contract.ts'
import { incidents } from './incidents/contract.ts'
import * as incident from './incidents/service.ts'
import { health } from './service/health.ts'
import * as desk from './service/support-inbox.ts'
import { end, signal } from './service/visitor.ts'
import * as service from './service.ts'
import { submissions } from './submissions/contract.ts'
import * as submission from './submissions/service.ts'

export const statusRouter = expose(status, { list: service.status, health })
export const contactRouter = expose(contact, { submit }, clientOfForm)
export const supportChatRouter = expose(
  supportChat,
  { send: chat.send, read: chat.read, leaveEmail: chat.leaveEmail, end, signal },
  church.clientOfChat,
)
export const churchChatRouter = expose(churchChat, {
  read: church.read,
  change: church.change,
  held: church.held,
  release: church.release,
  discard: church.discard,
})
export const supportInboxRouter = expose(supportInbox, {
  list: desk.list,
  export: desk.exportCsv,
  get: desk.get,
  seen: desk.markSeen,
  reply: desk.reply,
  setState: desk.setState,
})

const { answerAgain: answer, exportCsv, ...rest } = submission
export const submissionsRouter = expose(submissions, { ...rest, answer, export: exportCsv })
export const incidentsRouter = expose(incidents, { ...incident, postUpdate: incident.postUpdate })
