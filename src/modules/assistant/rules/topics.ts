import { readFileSync } from 'node:fs'
import { matchesIn, readPatterns } from '#crisis/rules/patterns.ts'
import { alwaysHandedOver, type Intent, intents } from './options.ts'
import { phrasesIn, stem, synonymsOf, wordsOf } from './words.ts'

const handover = readPatterns(readFileSync(new URL('../data/handover.txt', import.meta.url), 'utf8'))
const order: readonly Intent[] = [
  'human_request',
  'safeguarding_inquiry',
  'refund_request',
  'legal_inquiry',
  'medical_inquiry',
  'care_request',
  'press_inquiry',
  'complaint',
  'belief_inquiry',
]
const isIntent = (tag: string): tag is Intent => (intents as readonly string[]).includes(tag)

/** Topics of data/handover.txt that a text speaks of, in the order in which they count. */
export const topicsOf = (text: string): Intent[] =>
  [...new Set(matchesIn(text, handover.harmless, handover.lines).map(({ tag }) => tag))]
    .filter(isIntent)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))

const byWords: [Intent, string[]][] = [
  ['kids_inquiry', ['child', 'nursery', 'teen', 'vbs']],
  ['giving_inquiry', ['give']],
  ['volunteer_inquiry', ['volunteer']],
  ['pricing_inquiry', ['cost', 'free']],
  ['prayer_request', ['pray']],
  ['booking_request', ['book', 'appointment', 'register', 'wedding', 'funeral', 'rent']],
  ['location_inquiry', ['address', 'park', 'bus', 'wheelchair']],
  ['belief_inquiry', ['believe', 'denomination', 'baptism', 'communion']],
  ['event_inquiry', ['event', 'easter', 'christmas', 'alpha', 'class']],
  ['service_inquiry', ['service', 'sermon', 'watch', 'wear', 'open']],
]
const greeting =
  /^(hi|hello|hey|good (morning|afternoon|evening)|hola|howdy|greetings|yo|sup)[\s!.,]*(there|all|everyone|team|yall)?[\s!.,]*$/i
const thanks =
  /^(ok(ay)?|great|perfect|awesome|cool|got it)?[\s!.,]*(many )?(thanks?( you)?( so much| a lot)?|thx|ty|god bless( you)?|bye|ok(ay)?|great|perfect|awesome|cool|got it)[\s!.,]*$/i

/** What the text is about; `other` where nothing says so. */
export function intentOf(text: string): Intent {
  if (greeting.test(text.trim())) return 'greeting'
  if (thanks.test(text.trim())) return 'thanks'
  const [topic] = topicsOf(text)
  if (topic) return topic
  const stems = wordsOf(text).map(stem)
  const groups = new Set([...stems.flatMap(synonymsOf), ...phrasesIn(stems).map(({ at }) => at)])
  const found = byWords.find(([, words]) =>
    words.some(word => stems.includes(stem(word)) || synonymsOf(stem(word)).some(at => groups.has(at))),
  )
  return found?.[0] ?? 'other'
}

/** The topic for which a person is needed, if there is one. */
export const handoverTopic = (text: string): Intent | null =>
  topicsOf(text).find(one => alwaysHandedOver.has(one)) ?? null

const upset =
  /\b(angry|furious|ridiculous|unacceptable|terrible|awful|horrible|disgusting|hate|worst|useless|stupid|wtf|disappointed|frustrat\w+|annoy\w+)\b|!{3,}|[A-Z]{4,}(\s+[A-Z]{3,}){2,}/
export const isUpset = (text: string): boolean => upset.test(text)

const asking =
  /\?|(^|[.!,;]\s*|\b(hi|hello|hey|and|but|so)\s+)(what|whats|when|where|wheres|who|how|why|which|is|are|do|does|did|can|could|may|will|would|should|any|anyone|have you)\b/i
/** Whether an answer to it would help the next person too; a long message is about its writer. */
export const isQuestion = (text: string): boolean => text.length <= 500 && asking.test(text)
