import { expose } from '#kernel/expose.ts'
import { assistant, assistantAutomations, assistantTemplates, evaluation, knowledge } from './contract.ts'
import { analytics, questions, stats } from './service/analytics.ts'
import { createAutomation, listAutomations, removeAutomation, updateAutomation } from './service/automations.ts'
import { createCase, listCases, removeCase, runCases, tryOut } from './service/evaluation.ts'
import {
  addFile,
  createSource,
  dismissQuestion,
  getSource,
  listSources,
  reindexSource,
  removeSource,
  updateSource,
} from './service/knowledge.ts'
import { discardDraft, saveSettings, setEnabled, settings } from './service/settings.ts'
import { draftReply, rewrite, summarize } from './service/staff-help.ts'
import { createTemplate, listTemplates, removeTemplate, updateTemplate } from './service/templates.ts'
import { dismiss, handBack, listThreads, review, takeOver, thread, useDraft } from './service/threads.ts'

export const assistantRouter = expose(assistant, {
  ...{ stats, conversations: listThreads, thread, takeOver, handBack, review, dismiss, useDraft, draftReply, rewrite },
  ...{ summarize, analytics, questions, dismissQuestion, settings, saveSettings, discardDraft, setEnabled, tryOut },
})
export const automationsRouter = expose(assistantAutomations, {
  list: listAutomations,
  create: createAutomation,
  update: updateAutomation,
  remove: removeAutomation,
})
export const templatesRouter = expose(assistantTemplates, {
  list: listTemplates,
  create: createTemplate,
  update: updateTemplate,
  remove: removeTemplate,
})
export const knowledgeRouter = expose(knowledge, {
  ...{ list: listSources, get: getSource, create: createSource, addFile, update: updateSource },
  ...{ reindex: reindexSource, remove: removeSource },
})
export const evaluationRouter = expose(evaluation, {
  list: listCases,
  create: createCase,
  remove: removeCase,
  run: runCases,
})
