import { expose } from '#kernel/expose.ts'
import { assistant, assistantAutomations, assistantTemplates } from './contract.ts'
import { evaluation } from './evaluation/contract.ts'
import { createCase, listCases, removeCase, runCases, tryQuestion } from './evaluation/service.ts'
import { knowledge } from './knowledge/contract.ts'
import {
  addFile,
  createSource,
  dismissQuestion,
  getSource,
  listSources,
  reindexSource,
  removeSource,
  updateSource,
} from './knowledge/service.ts'
import { listQuestions, readAnalytics, readStats } from './service/analytics.ts'
import { createAutomation, listAutomations, removeAutomation, updateAutomation } from './service/automations.ts'
import { discardDraft, readSettingsPage, saveSettings, setEnabled } from './service/settings.ts'
import { draftReply, rewriteText, summarizeThread } from './service/staff-help.ts'
import { createTemplate, listTemplates, removeTemplate, updateTemplate } from './service/templates.ts'
import { dismissDraft, handBack, listThreads, readThread, reviewTurn, takeOver, useDraft } from './service/threads.ts'

export const assistantRouter = expose(assistant, {
  stats: readStats,
  conversations: listThreads,
  thread: readThread,
  takeOver,
  handBack,
  review: reviewTurn,
  dismiss: dismissDraft,
  useDraft,
  draftReply,
  rewrite: rewriteText,
  summarize: summarizeThread,
  analytics: readAnalytics,
  questions: listQuestions,
  dismissQuestion,
  settings: readSettingsPage,
  saveSettings,
  discardDraft,
  setEnabled,
  tryOut: tryQuestion,
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
  list: listSources,
  get: getSource,
  create: createSource,
  addFile,
  update: updateSource,
  reindex: reindexSource,
  remove: removeSource,
})
export const evaluationRouter = expose(evaluation, {
  list: listCases,
  create: createCase,
  remove: removeCase,
  run: runCases,
})
