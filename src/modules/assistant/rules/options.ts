/** What a person who wrote to the church wants, as far as their words say. */
export const intents = [
  'service_inquiry',
  'booking_request',
  'pricing_inquiry',
  'event_inquiry',
  'location_inquiry',
  'kids_inquiry',
  'giving_inquiry',
  'prayer_request',
  'volunteer_inquiry',
  'belief_inquiry',
  'human_request',
  'care_request',
  'complaint',
  'refund_request',
  'legal_inquiry',
  'medical_inquiry',
  'safeguarding_inquiry',
  'press_inquiry',
  'greeting',
  'thanks',
  'other',
] as const
export type Intent = (typeof intents)[number]

/** `human_request` as "Human request". */
export const intentLabel = (intent: string): string => {
  const words = intent.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Topics that always go to a person, whatever a source says. */
export const alwaysHandedOver: ReadonlySet<Intent> = new Set<Intent>([
  'human_request',
  'care_request',
  'complaint',
  'refund_request',
  'legal_inquiry',
  'medical_inquiry',
  'safeguarding_inquiry',
  'press_inquiry',
])

export const conversationStatuses = ['active', 'completed', 'escalated'] as const
export type AssistantStatus = (typeof conversationStatuses)[number]

/** What was decided about an incoming message. */
export const actions = ['reply', 'handoff', 'clarify', 'ignore'] as const
export type Action = (typeof actions)[number]

/** drafted: a suggestion for the team. dropped: it was no longer wanted. blocked: the send policy refused it. */
export const turnStates = ['drafted', 'sent', 'used', 'dropped', 'blocked'] as const
export type TurnState = (typeof turnStates)[number]

/** Why a message went to a person, or why a draft was dropped. */
export const reasons = [
  'asked_for_person',
  'topic',
  'no_answer',
  'low_confidence',
  'ungrounded',
  'two_failed_turns',
  'negative_sentiment',
  'doctrine',
  'turn_limit',
  'budget',
  'model_failed',
  'taken_over',
  'newer_message',
  'already_answered',
  'closed',
  'private',
] as const
export type Reason = (typeof reasons)[number]

export const reasonLabels: Record<Reason, string> = {
  asked_for_person: 'Asked for a person',
  topic: 'A topic for a person',
  no_answer: 'No answer in the knowledge',
  low_confidence: 'Confidence below the threshold',
  ungrounded: 'The answer went beyond its sources',
  two_failed_turns: 'Two questions in a row without an answer',
  negative_sentiment: 'Upset',
  doctrine: 'A question of doctrine',
  turn_limit: 'Turn limit reached',
  budget: 'Monthly budget reached',
  model_failed: 'The AI model did not answer',
  taken_over: 'A person took over',
  newer_message: 'A newer message came in',
  already_answered: 'Answered in the meantime',
  closed: 'Conversation closed',
  private: 'Conversation became private',
}

export const automationStatuses = ['active', 'paused'] as const
export type AutomationStatus = (typeof automationStatuses)[number]
/** What an automation listens to. */
export const triggers = ['chat', 'sms', 'email', 'new_lead'] as const
export type AutomationTrigger = (typeof triggers)[number]
export const triggerLabels: Record<AutomationTrigger, string> = {
  chat: 'A message in the website chat',
  sms: 'A text message',
  email: 'An email',
  new_lead: 'A new lead',
}
/** When it works: at any time, or only inside or outside the office hours set under Twilio. */
export const scopes = ['always', 'office', 'after_hours'] as const
export type Scope = (typeof scopes)[number]
export const scopeLabels: Record<Scope, string> = {
  always: 'At any time',
  office: 'During office hours',
  after_hours: 'Outside office hours',
}
/** autopilot: answers by itself. draft: suggests an answer to the team. */
export const modes = ['autopilot', 'draft'] as const
export type Mode = (typeof modes)[number]

export const sourceKinds = ['faq', 'page', 'file', 'live', 'help'] as const
export type SourceKind = (typeof sourceKinds)[number]
export const sourceKindLabels: Record<SourceKind, string> = {
  faq: 'Question and answer',
  page: 'Page',
  file: 'File',
  live: 'From your calendar and profile',
  help: 'Help article',
}
export const sourceStates = ['ready', 'indexing', 'failed'] as const

/** Below the threshold: hand over to a person, or leave a draft. */
export const belowThreshold = ['handoff', 'draft'] as const
/** Questions of doctrine: from the church's own documents marked as such, or always to a pastor. */
export const doctrineModes = ['documents', 'pastor'] as const

/** In percent. */
export const THRESHOLD = 75
/** Messages of the assistant in one conversation before a person takes it. */
export const TURNS = { usual: 25, most: 25 }
/** Seconds that the assistant waits for more words before it answers. */
export const WAIT = { usual: 2, least: 1, most: 300 }
export const LONGEST_QUESTION = 4_000
export const LONGEST_ANSWER = 1_200
export const verdicts = ['good', 'bad'] as const
