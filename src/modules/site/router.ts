import { expose } from '#kernel/expose.ts'
import { contact } from './contact/contract.ts'
import { clientOfForm, submit } from './contact/service.ts'
import { status } from './contract.ts'
import { incidents } from './incidents/contract.ts'
import * as incident from './incidents/service.ts'
import { health } from './service/health.ts'
import * as service from './service.ts'
import { submissions } from './submissions/contract.ts'
import * as submission from './submissions/service.ts'

export const statusRouter = expose(status, { list: service.status, health })
export const contactRouter = expose(contact, { submit }, clientOfForm)
const { answerAgain: answer, exportCsv, ...rest } = submission
export const submissionsRouter = expose(submissions, { ...rest, answer, export: exportCsv })
export const incidentsRouter = expose(incidents, { ...incident, postUpdate: incident.postUpdate })
