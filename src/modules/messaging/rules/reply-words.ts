/** Each of them alone says no: 47 CFR 64.1200(a)(10) and what carriers know, with the languages around us. */
const stops = new Set([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'end', 'quit', 'cancel', 'revoke', 'optout', 'opt out', 'opt-out'],
  ...['arret', 'arrêt', 'arrete', 'arrêter', 'alto', 'pare', 'parar', 'cancelar', 'basta'],
])
const starts = new Set(['start', 'unstop'])
const helps = new Set(['help', 'info', 'ayuda', 'aide'])

/** A no in other words: whoever reads it would understand it so. */
const fuzzy = [
  /\b(stop|quit) (texting|messaging|contacting|writing|sending|calling)\b/,
  /\b(don'?t|do not|never) (text|message|contact|write to|send|call)\b.*\b(me|us|this number|again|anymore)\b/,
  /\b(remove|take|delete|unsubscribe) (me|us|my number|this number)\b/,
  /\bno m[aá]s\b/,
  /\bwrong (number|person)\b/,
  /\bleave me alone\b/,
  /\bn[uú]mero equivocado\b/,
]
/** Holds one of the words, and may mean something else. */
const doubtful = /\b(cancel|unsubscribe|opt ?out|revoke)\b/

/**
 * stop: a no, at once. fuzzy_stop: taken for a no, and shown to somebody. review: left alone, and shown. start: a yes
 * again. help: asks who we are. null: a message like any other.
 */
export type ReplyWord = 'stop' | 'fuzzy_stop' | 'review' | 'start' | 'help'

/** Reads an answer before anything else sees it. @param stopped whether this number has said no before */
export function replyWord(text: string, stopped: boolean): ReplyWord | null {
  const said = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[\s"'.!?¡¿,;:()*-]+|[\s"'.!?,;:()*-]+$/g, '')
    .replace(/\s+/g, ' ')
  if (stops.has(said)) return 'stop'
  if (starts.has(said) || (stopped && said === 'yes')) return 'start'
  if (helps.has(said)) return 'help'
  if (fuzzy.some(pattern => pattern.test(said))) return 'fuzzy_stop'
  return doubtful.test(said) ? 'review' : null
}
