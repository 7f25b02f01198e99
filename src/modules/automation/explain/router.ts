import { expose } from '#kernel/expose.ts'
import { workflowExplanations } from './contract.ts'
import { runs } from './service/whereabouts.ts'
import { listMessages, why } from './service/why.ts'

export const workflowExplanationsRouter = expose(workflowExplanations, { runs, messages: listMessages, why })
