import type { Action, Intent, Reason } from './options.ts'
import type { Scored } from './passage-ranking.ts'
import type { Checked } from './settings.ts'
import { handoverTopic, intentOf, isUpset, topicsOf } from './topics.ts'

export interface Question {
  text: string
  settings: Checked
  /** Best first; of a source that may be answered from. */
  found: readonly (Scored & { isDoctrine: boolean })[]
  /** Messages of the assistant in this conversation so far, and questions in a row without an answer. */
  turns: number
  failedTurns: number
}
export interface Decision {
  action: Action
  intent: Intent
  reason: Reason | null
  /** 0 to 1. */
  confidence: number
  /** What the answer is read from. */
  passage: (Scored & { isDoctrine: boolean }) | null
  /** The threshold alone stands against it, so that it may be shown to the team. */
  isDraft: boolean
  /** Nothing but the wording stands against an answer: a model may look for one in what was found. */
  mayBeWorded: boolean
}

/** Orders to the assistant, questions about itself and small talk are no questions to a church. */
const injection =
  /\b(what(.?s| is| will) the weather|tell me a joke|who should i vote|system prompt|ignore (all |any |your |the |previous |prior )|disregard|you are now|act as|pretend|jailbreak|developer mode|reveal your|your (rules|instructions|prompt))\b/i

const toPerson = (intent: Intent, reason: Reason, confidence = 0): Decision => ({
  action: 'handoff',
  intent,
  reason,
  confidence,
  passage: null,
  isDraft: false,
  mayBeWorded: false,
})

/** What to do about a message, before any words are chosen. Safety goes before knowledge. */
export function decideAction({ text, settings, found, turns, failedTurns }: Question): Decision {
  const intent = intentOf(text)
  if (turns >= settings.maxTurns) return toPerson(intent, 'turn_limit')
  if (intent === 'greeting' || intent === 'thanks')
    return { action: 'reply', intent, reason: null, confidence: 1, passage: null, isDraft: false, mayBeWorded: false }
  const topic = handoverTopic(text)
  // Asking for a person works whatever the settings say.
  if (topic === 'human_request') return toPerson(topic, 'asked_for_person')
  if (topic && (settings.escalateComplex || topic === 'safeguarding_inquiry' || topic === 'care_request'))
    return toPerson(topic, 'topic')
  if (settings.escalateComplex && isUpset(text)) return toPerson(intent, 'negative_sentiment')
  const isDoctrine = topicsOf(text).includes('belief_inquiry')
  if (isDoctrine && settings.doctrine === 'pastor') return toPerson(intent, 'doctrine')
  const [best] = isDoctrine ? found.filter(one => one.isDoctrine) : found
  if (isDoctrine && !best) return toPerson(intent, 'doctrine')
  if (injection.test(text)) return toPerson(intent, 'no_answer')
  if (!best) return unanswered(intent, failedTurns, 'no_answer', 0)
  if (best.confidence * 100 >= settings.threshold)
    return {
      action: 'reply',
      intent,
      reason: null,
      confidence: best.confidence,
      passage: best,
      isDraft: false,
      mayBeWorded: true,
    }
  if (settings.belowThreshold === 'draft' && best.confidence * 100 >= settings.threshold / 2)
    return {
      action: 'reply',
      intent,
      reason: 'low_confidence',
      confidence: best.confidence,
      passage: best,
      isDraft: true,
      mayBeWorded: true,
    }
  if (isDoctrine) return toPerson(intent, 'doctrine', best.confidence)
  return unanswered(intent, failedTurns, best.confidence >= 0.4 ? 'low_confidence' : 'no_answer', best.confidence)
}

const unanswered = (intent: Intent, failedTurns: number, reason: Reason, confidence: number): Decision => ({
  ...toPerson(intent, failedTurns > 0 ? 'two_failed_turns' : reason, confidence),
  mayBeWorded: true,
})
