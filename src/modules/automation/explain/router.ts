import { expose } from '#kernel/expose.ts'
import { workflowExplanations } from './contract.ts'
import { explainMessage, listMessages } from './service/message-explanation.ts'
import { listRunPositions } from './service/run-positions.ts'

export const workflowExplanationsRouter = expose(workflowExplanations, {
  runs: listRunPositions,
  messages: listMessages,
  why: explainMessage,
})
