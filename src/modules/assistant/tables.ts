import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { conversations } from '#conversations/tables.ts'
import { files } from '#files/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import {
  actions,
  automationStatuses,
  belowThreshold,
  conversationStatuses,
  doctrineModes,
  modes,
  reasons,
  scopes,
  sourceKinds,
  sourceStates,
  THRESHOLD,
  TURNS,
  triggers,
  turnStates,
  verdicts,
  WAIT,
} from './rules/options.ts'
import type { CaseResult, Checked } from './rules/settings.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** How the assistant of a church works; one row, made with the first change. */
export const assistantSettings = clientTable(
  'assistant_settings',
  {
    /** Off until an owner switches it on, having read what it will do. */
    enabled: boolean().notNull().default(false),
    enabledBy: uuid(),
    enabledAt: instant(),
    autoRespond: boolean().notNull().default(true),
    escalateComplex: boolean().notNull().default(true),
    /** In percent. */
    threshold: smallint().notNull().default(THRESHOLD),
    belowThreshold: text({ enum: belowThreshold }).notNull().default('handoff'),
    doctrine: text({ enum: doctrineModes }).notNull().default('documents'),
    maxTurns: smallint().notNull().default(TURNS.usual),
    waitSeconds: smallint().notNull().default(WAIT.usual),
    /** Whether a language model may write answers, where the church has one; else the built-in engine does. */
    useModel: boolean().notNull().default(false),
    askRating: boolean().notNull().default(true),
    /** Settings that wait for the evaluation set, and what it said of them. */
    draft: jsonb().$type<Checked>(),
    draftState: text({ enum: ['none', 'checking', 'failed'] })
      .notNull()
      .default('none'),
    draftResults: jsonb().$type<CaseResult[]>().notNull().default([]),
    draftBy: uuid(),
  },
  {
    audit: { noun: ['the assistant’s settings', 'assistant settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('assistant_settings_one').on(t.clientId)],
)

/** Where and when the assistant works. */
export const assistantAutomations = clientTable(
  'assistant_automations',
  {
    name: text().notNull(),
    description: text().notNull().default(''),
    trigger: text({ enum: triggers }).notNull(),
    scope: text({ enum: scopes }).notNull().default('always'),
    mode: text({ enum: modes }).notNull().default('autopilot'),
    /** Topics that it is for; none: all of them. */
    intents: text().array().notNull().default([]),
    /** For a new lead: what is sent. */
    templateId: uuid(),
    status: text({ enum: automationStatuses }).notNull().default('active'),
  },
  {
    audit: { noun: ['an assistant automation', 'assistant automations'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('assistant_automations_name').on(t.clientId, sql`lower(name)`),
    index('assistant_automations_trigger').on(t.clientId, t.trigger),
  ],
)

/** Sentences of the church's own that the assistant uses. */
export const assistantTemplates = clientTable(
  'assistant_templates',
  {
    /** What it is used for by the assistant itself; null: for the team alone. */
    key: text(),
    name: text().notNull(),
    description: text().notNull().default(''),
    category: text().notNull().default(''),
    body: text().notNull(),
  },
  {
    audit: { noun: ['an assistant template', 'assistant templates'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('assistant_templates_name').on(t.clientId, sql`lower(name)`),
    uniqueIndex('assistant_templates_key').on(t.clientId, t.key).where(sql`key is not null`),
  ],
)

/** What the assistant may answer from; approved by the member who added it. */
export const knowledgeSources = clientTable(
  'knowledge_sources',
  {
    kind: text({ enum: sourceKinds }).notNull(),
    title: text().notNull(),
    body: text().notNull().default(''),
    fileId: uuid(),
    /** Of a public page that says more; shown with the answer. */
    link: text().notNull().default(''),
    enabled: boolean().notNull().default(true),
    /** Speaks for the church in questions of doctrine. */
    isDoctrine: boolean().notNull().default(false),
    /** From then on it isn't used. */
    expiresAt: instant(),
    state: text({ enum: sourceStates }).notNull().default('indexing'),
    problem: text().notNull().default(''),
    indexedAt: instant(),
    passages: integer().notNull().default(0),
    approvedBy: uuid(),
  },
  {
    audit: { noun: ['a knowledge source', 'knowledge sources'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('knowledge_sources_newest').on(t.clientId, t.id),
    uniqueIndex('knowledge_sources_live').on(t.clientId, t.kind, t.title).where(sql`kind in ('live', 'help')`),
    index('knowledge_sources_file').on(t.clientId, t.fileId),
    inClient('knowledge_sources_files', t, t.fileId, files, 'restrict'),
  ],
)

/** Pieces of a source, as they are searched; made anew whenever it changes. */
export const knowledgePassages = clientTable(
  'knowledge_passages',
  {
    sourceId: uuid().notNull(),
    position: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** Stems of title and body: see rules/words. */
    stems: text().notNull(),
    words: tsvector().generatedAlwaysAs(sql`to_tsvector('simple', stems)`),
  },
  {
    audit: { none: 'Made from a source, whose changes are recorded' },
    export: { none: 'Made from the sources' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('knowledge_passages_words').using('gin', t.words),
    index('knowledge_passages_source').on(t.clientId, t.sourceId, t.position),
    inClient('knowledge_passages_source_fk', t, t.sourceId, knowledgeSources),
  ],
)

/** A conversation that the assistant has to do with. */
export const assistantThreads = clientTable(
  'assistant_threads',
  {
    conversationId: uuid().notNull(),
    /** Who answers: a person has it until they hand it back. */
    handler: text({ enum: ['assistant', 'person'] })
      .notNull()
      .default('assistant'),
    status: text({ enum: conversationStatuses }).notNull().default('active'),
    reason: text({ enum: reasons }),
    intent: text().notNull().default('other'),
    confidence: doublePrecision(),
    takenBy: uuid(),
    takenAt: instant(),
    escalatedAt: instant(),
    /** What the assistant reads begins after this item: the last closing or handing back. */
    sinceItemId: uuid(),
    /** It has said that it is a machine, since then. */
    introduced: boolean().notNull().default(false),
    turns: integer().notNull().default(0),
    failedTurns: integer().notNull().default(0),
    lastAnswerAt: instant(),
    ratingAskedAt: instant(),
    /** 1 to 5. */
    rating: smallint(),
  },
  {
    audit: { quiet: 'Changes with every message', noun: ['an assistant conversation', 'assistant conversations'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'conversations', by: 'conversation_id' },
  },
  t => [
    uniqueIndex('assistant_threads_one').on(t.clientId, t.conversationId),
    index('assistant_threads_status').on(t.clientId, t.status, t.id),
    inClient('assistant_threads_conversation', t, t.conversationId, conversations),
  ],
)

/** What the assistant decided about a message, from which sources, and what it cost. */
export const assistantTurns = clientTable(
  'assistant_turns',
  {
    conversationId: uuid().notNull(),
    /** The newest item of the thread that it answers. */
    itemId: uuid().notNull(),
    question: text().notNull(),
    action: text({ enum: actions }).notNull(),
    state: text({ enum: turnStates }).notNull(),
    reason: text({ enum: reasons }),
    body: text().notNull().default(''),
    intent: text().notNull().default('other'),
    confidence: doublePrecision().notNull().default(0),
    sourceIds: uuid().array().notNull().default([]),
    /** built-in, or the model's provider and name. */
    engine: text().notNull().default('built-in'),
    promptHash: text().notNull().default(''),
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    /** Millionths of a US dollar. */
    cost: integer().notNull().default(0),
    /** From the arrival of the message to the decision, in milliseconds. */
    tookMs: integer().notNull().default(0),
    automationId: uuid(),
    templateId: uuid(),
    verdict: text({ enum: verdicts }),
    reviewedBy: uuid(),
    usedBy: uuid(),
  },
  {
    audit: { quiet: 'Changes with every message', noun: ['an answer of the assistant', 'answers of the assistant'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'conversations', by: 'conversation_id' },
  },
  t => [
    uniqueIndex('assistant_turns_item').on(t.clientId, t.itemId),
    index('assistant_turns_thread').on(t.clientId, t.conversationId, t.id),
    index('assistant_turns_newest').on(t.clientId, t.createdAt),
    index('assistant_turns_automation').on(t.clientId, t.automationId),
    inClient('assistant_turns_conversation', t, t.conversationId, conversations),
  ],
)

/** A question that nothing in the knowledge answers, until someone adds an answer or dismisses it. */
export const assistantQuestions = clientTable(
  'assistant_questions',
  {
    conversationId: uuid().notNull(),
    body: text().notNull(),
    /** Its stems in alphabetical order: the same question in other words. */
    sameAs: text().notNull(),
    state: text({ enum: ['open', 'answered', 'dismissed'] })
      .notNull()
      .default('open'),
    sourceId: uuid(),
  },
  {
    audit: { noun: ['an unanswered question', 'unanswered questions'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'conversations', by: 'conversation_id' },
  },
  t => [
    index('assistant_questions_open').on(t.clientId, t.state, t.sameAs),
    index('assistant_questions_conversation').on(t.clientId, t.conversationId),
    inClient('assistant_questions_conversation_fk', t, t.conversationId, conversations),
  ],
)

/** What new settings have to get right before they go live. */
export const evaluationCases = clientTable(
  'evaluation_cases',
  {
    question: text().notNull(),
    expect: text({ enum: ['reply', 'handoff'] }).notNull(),
    /** What the answer has to contain. */
    must: text().notNull().default(''),
  },
  {
    audit: { noun: ['a test question', 'test questions'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('evaluation_cases_question').on(t.clientId, sql`lower(question)`)],
)
