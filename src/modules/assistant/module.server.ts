import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { assistant, assistantAutomations, assistantTemplates, evaluation, knowledge } from './contract.ts'
import { assistantRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { assistantRouter, automationsRouter, evaluationRouter, knowledgeRouter, templatesRouter } from './router.ts'
import { seedAssistant } from './seed.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'assistant',
  contract: { assistant, assistantAutomations, assistantTemplates, knowledge, assistantTests: evaluation },
  router: {
    assistant: assistantRouter,
    assistantAutomations: automationsRouter,
    assistantTemplates: templatesRouter,
    knowledge: knowledgeRouter,
    assistantTests: evaluationRouter,
  },
  jobs: [jobs],
  tasks: [tasks],
  http: assistantRoutes,
  seed: [seed({ name: 'assistant', after: ['histories'], run: seedAssistant })],
})
