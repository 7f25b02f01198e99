import { z } from 'zod'
import {
  ById,
  external,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  Version,
} from '#kernel/contract.ts'
import { CaseResult } from './evaluation/contract.ts'
import {
  actions,
  automationStatuses,
  belowThreshold,
  conversationStatuses,
  doctrineModes,
  intents,
  modes,
  reasons,
  scopes,
  TURNS,
  triggers,
  turnStates,
  verdicts,
  WAIT,
} from './rules/options.ts'
import { unknownTag } from './rules/templates.ts'

const Percent = z.number().int().min(0, 'At least 0').max(100, 'At most 100')
const checked = {
  /** In percent. */
  threshold: Percent,
  belowThreshold: z.enum(belowThreshold),
  escalateComplex: z.boolean(),
  doctrine: z.enum(doctrineModes),
  maxTurns: z.number().int().min(1, 'At least 1').max(TURNS.most, `At most ${TURNS.most}`),
  useModel: z.boolean(),
}
const unchecked = {
  autoRespond: z.boolean(),
  waitSeconds: z
    .number()
    .int()
    .min(WAIT.least, `At least ${WAIT.least} second`)
    .max(WAIT.most, `At most ${WAIT.most} seconds`),
  askRating: z.boolean(),
}
const Settings = z.object({
  enabled: z.boolean(),
  enabledAt: Instant.nullable(),
  ...checked,
  ...unchecked,
  /** Wait for the test questions, or did not pass them. */
  draft: z.object(checked).nullable(),
  draftState: z.enum(['none', 'checking', 'failed']),
  failures: z.array(CaseResult),
  /** Test questions. */
  cases: z.number().int(),
  /** The language model of this church; not ready: the built-in engine answers. */
  model: z.object({ label: z.string(), isReady: z.boolean() }),
  /** 0 until they are saved for the first time. */
  version: z.number().int(),
})
export type Settings = z.infer<typeof Settings>
const SettingsChange = z.object({ ...checked, ...unchecked, version: z.union([z.literal(0), Version]) })
export type SettingsChange = z.infer<typeof SettingsChange>

const Row = z.object({
  conversationId: Id,
  contactName: z.string(),
  /** The newest of theirs that the assistant looked at, and what it answered. */
  lastMessage: z.string(),
  aiResponse: z.string(),
  status: z.enum(conversationStatuses),
  handler: z.enum(['assistant', 'person']),
  takenByName: z.string().nullable(),
  reason: z.enum(reasons).nullable(),
  /** 0 to 1. */
  confidence: z.number().nullable(),
  intent: z.string(),
  rating: z.number().int().nullable(),
  timestamp: Instant,
})
export type AssistantRow = z.infer<typeof Row>

const Turn = z.object({
  id: Id,
  question: z.string(),
  action: z.enum(actions),
  state: z.enum(turnStates),
  reason: z.enum(reasons).nullable(),
  text: z.string(),
  intent: z.string(),
  /** Null: a template of the church, word for word. */
  confidence: z.number().nullable(),
  engine: z.string(),
  sources: z.array(z.object({ id: Id, title: z.string() })),
  verdict: z.enum(verdicts).nullable(),
  /** Micro-dollars. */
  cost: z.number().int(),
  at: Instant,
})
export type Turn = z.infer<typeof Turn>

const ThreadState = z.object({
  /** The assistant is switched on for this church. */
  enabled: z.boolean(),
  /** It has to do with this conversation, or may have. */
  status: z.enum(conversationStatuses).nullable(),
  handler: z.enum(['assistant', 'person']).nullable(),
  takenByName: z.string().nullable(),
  reason: z.enum(reasons).nullable(),
  /** The newest decision, with its draft where it waits for the team. */
  turn: Turn.nullable(),
  /** A language model is ready: text may be shortened, translated and summarized by it. */
  hasModel: z.boolean(),
  isConfidential: z.boolean(),
})
export type ThreadState = z.infer<typeof ThreadState>

const stats = z.object({
  totalConversations: z.number().int(),
  /** Milliseconds; null without any. */
  averageResponseTime: z.number().nullable(),
  /** 0 to 1: closed with the assistant last, and no person answered within a day; null without any. */
  resolutionRate: z.number().nullable(),
  /** 1 to 5, of `ratings`; null without any. */
  customerSatisfaction: z.number().nullable(),
  ratings: z.number().int(),
  tokensUsed: z.number().int(),
  /** This month, in micro-dollars. */
  costThisMonth: z.number().int(),
  cap: z.number().int(),
})

const automation = {
  name: line(80).pipe(z.string().min(1, 'Please enter a name')),
  description: line(200),
  trigger: z.enum(triggers),
  scope: z.enum(scopes),
  mode: z.enum(modes),
  intents: z.array(z.enum(intents)).max(20),
  templateId: Id.nullable(),
}
const Automation = z.object({
  id: Id,
  ...automation,
  intents: z.array(z.string()),
  status: z.enum(automationStatuses),
  conversationsHandled: z.number().int(),
  /** 0 to 1; null without any. */
  successRate: z.number().nullable(),
  version: Version,
})
export type Automation = z.infer<typeof Automation>
export const NewAutomation = z.object(automation)
export type NewAutomation = z.infer<typeof NewAutomation>
const AutomationChange = NewAutomation.partial().extend({
  id: Id,
  version: Version,
  status: z.enum(automationStatuses).optional(),
})
export type AutomationChange = z.infer<typeof AutomationChange>

const template = {
  name: line(80).pipe(z.string().min(1, 'Please enter a name')),
  description: line(200),
  category: line(60),
  body: prose(1_000).pipe(z.string().min(1, 'Please enter a text')),
}
const Template = z.object({
  id: Id,
  key: z.string().nullable(),
  ...template,
  usage: z.number().int(),
  version: Version,
})
export type Template = z.infer<typeof Template>
export const NewTemplate = z.object({
  ...template,
  body: template.body.refine(text => !unknownTag(text), {
    error: ({ input }) => `${unknownTag(String(input))} is not filled in here. Please use {church} or {firstName}.`,
  }),
})
export type NewTemplate = z.infer<typeof NewTemplate>
const TemplateChange = NewTemplate.partial().extend({ id: Id, version: Version })
export type TemplateChange = z.infer<typeof TemplateChange>

const Question = z.object({ id: Id, question: z.string(), times: z.number().int(), lastAt: Instant })
export type Question = z.infer<typeof Question>

const Analytics = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      conversations: z.number().int(),
      answered: z.number().int(),
      handoffs: z.number().int(),
    }),
  ),
  intents: z.array(z.object({ intent: z.string(), count: z.number().int() })),
  handoffs: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Reviewed answers by confidence, once there are more than 100. */
  reliability: z.array(
    z.object({ from: z.number(), to: z.number(), reviewed: z.number().int(), right: z.number().int() }),
  ),
  reviewed: z.number().int(),
})
export type Analytics = z.infer<typeof Analytics>

const Tried = z.object({
  /** A sign of danger: its fixed words are the answer, and a person is called (page) or asked to read it (look). */
  crisis: z.enum(['page', 'look']).nullable(),
  action: z.enum(actions),
  intent: z.string(),
  reason: z.enum(reasons).nullable(),
  confidence: z.number(),
  text: z.string(),
  sources: z.array(z.object({ id: Id, title: z.string() })),
  engine: z.string(),
})
export type Tried = z.infer<typeof Tried>
const Text = z.object({ text: z.string(), engine: z.string() })

const use = () => member('assistant.use')
const manage = () => member('assistant.settings')
const inThread = z.object({ conversationId: Id })

export const assistant = resource(
  '/assistant',
  {
    stats: use().input(Nothing).output(stats),
    conversations: member('conversations.read')
      .input(Page.extend({ status: z.enum(conversationStatuses).optional(), search: z.string().max(200).optional() }))
      .output(pageOf(Row)),
    thread: member('conversations.read').input(inThread).output(ThreadState),
    takeOver: member('conversations.write')
      .input(inThread.extend({ greet: z.boolean().default(false) }))
      .output(ThreadState),
    handBack: member('conversations.write').input(inThread).output(ThreadState),
    review: member('conversations.write')
      .input(ById.extend({ verdict: z.enum(verdicts) }))
      .output(Nothing),
    dismiss: member('conversations.write').input(ById).output(Nothing),
    useDraft: member('conversations.write').input(ById).output(Nothing),
    draftReply: external.member('conversations.write').input(inThread).output(Tried),
    rewrite: external
      .member('conversations.write')
      .input(
        inThread.extend({
          text: prose(4_000).pipe(z.string().min(1, 'Please write something')),
          how: z.enum(['shorten', 'translate']),
          language: line(40).default(''),
        }),
      )
      .output(Text),
    summarize: external.member('conversations.write').input(inThread).output(Text),
    analytics: use()
      .input(z.object({ days: z.coerce.number().int().min(7).max(365).default(30) }))
      .output(Analytics),
    questions: member('conversations.read')
      .input(Nothing)
      .output(z.object({ items: z.array(Question) })),
    dismissQuestion: manage().input(ById).output(Nothing),
    settings: use().input(Nothing).output(Settings),
    saveSettings: manage().input(SettingsChange).output(Settings),
    discardDraft: manage().input(Nothing).output(Settings),
    setEnabled: manage()
      .input(z.object({ enabled: z.boolean() }))
      .output(Settings),
    tryOut: external
      .member('assistant.settings')
      .input(z.object({ question: prose(4_000).pipe(z.string().min(1, 'Please enter a question')) }))
      .output(Tried),
  },
  {
    stats: 'Get the figures of the assistant',
    conversations: 'List conversations of the assistant',
    thread: 'Get what the assistant does in a conversation',
    takeOver: 'Take a conversation over from the assistant',
    handBack: 'Hand a conversation back to the assistant',
    review: 'Review an answer of the assistant',
    dismiss: 'Dismiss a suggestion',
    useDraft: 'Record that a suggestion was used',
    draftReply: 'Draft a reply',
    rewrite: 'Shorten or translate a text',
    summarize: 'Summarize a conversation',
    analytics: 'Get analytics of the assistant',
    questions: 'List unanswered questions',
    dismissQuestion: 'Dismiss an unanswered question',
    settings: 'Get the settings of the assistant',
    saveSettings: 'Update the settings of the assistant',
    discardDraft: 'Discard settings that did not pass',
    setEnabled: 'Switch the assistant on or off',
    tryOut: 'Try a question on the assistant',
  },
  ['stats', 'thread', 'analytics', 'questions', 'settings'],
)

export const assistantAutomations = resource(
  '/assistant-automations',
  {
    list: use()
      .input(Nothing)
      .output(z.object({ items: z.array(Automation) })),
    create: manage().input(NewAutomation).output(Automation),
    update: manage().input(AutomationChange).output(Automation),
    remove: manage().input(ById).output(Nothing),
  },
  {
    list: 'List automations of the assistant',
    create: 'Create an automation of the assistant',
    update: 'Update an automation of the assistant',
    remove: 'Delete an automation of the assistant',
  },
)

export const assistantTemplates = resource(
  '/assistant-templates',
  {
    list: use()
      .input(Nothing)
      .output(z.object({ items: z.array(Template) })),
    create: manage().input(NewTemplate).output(Template),
    update: manage().input(TemplateChange).output(Template),
    remove: manage().input(ById).output(Nothing),
  },
  {
    list: 'List templates of the assistant',
    create: 'Create a template of the assistant',
    update: 'Update a template of the assistant',
    remove: 'Delete a template of the assistant',
  },
)
