/** Each of them alone says no: 47 CFR 64.1200(a)(10) and what carriers know, with the languages around us. */
const stops = new Set([
  ...['stop', 'stopall', 'unsubscribe', 'end', 'quit', 'cancel', 'revoke', 'optout', 'opt-out'],
  ...['alto', 'pare', 'paren', 'para', 'parar', 'basta', 'baja', 'cancelar', 'cancele', 'detener', 'detenga', 'salir'],
  ...[
    'arret',
    'arrete',
    'arretez',
    'arreter',
    'desabonner',
    'sair',
    'stopp',
    'abmelden',
    'sispann',
    '수신거부',
    '退订',
  ],
])
/** A no where they stand alone; with other words around them they are said of much else: "the end", "I need to cancel". */
const ambiguous = new Set(['end', 'cancel', 'cancelar', 'cancele', 'alto', 'para', 'baja', 'salir', 'sair'])
const starts = new Set(['start', 'unstop'])
const helps = new Set(['help', 'info', 'ayuda', 'aide'])

/** What people put around a word without meaning anything else by it. */
const polite = new Set(
  `please pls plz thanks thank you thx ty now ok okay hi hello hey no i we me us my said just want wanna would like need to
  from the your all texts text txt txts messages message msgs sms list lists immediately asap already
  por favor gracias ya merci bitte danke`.split(/\s+/),
)

/** A no in other words: whoever reads it would understand it so. Without accents, as they are read. */
const fuzzy = [
  /\b(stop|quit) (texting|messaging|contacting|writing|sending|calling|bothering)\b/,
  /\b(stop|quit|end) ((with|the|these|those|this|all|your|of) )*(texts?|txts?|messages?|msgs|sms|spam|alerts)\b/,
  /^(please )?(stop|quit) (it|this|that)( please| now)*$/,
  /\b(don'?t|do not|never) (text|message|contact|write to|send|call)\b.*\b(me|us|this number|again|any ?more)\b/,
  /\b(remove|delete|unsubscribe) (me|us|my (phone |cell )?number|this number)\b/,
  /\b(take|get) (me|us|my (phone |cell )?number|this number) (off|out of)\b/,
  /\bopt(ing)? (me|us) out\b/,
  /\b(want|wish|like|need|choose|how (do|can) (i|we)|please|let me) (to )?(opt ?-?out|unsubscribe)\b(?! of (?!(this|these|your|all|the)? ?(texts?|messages?|list)))/,
  /\bno more (texts?|txts?|messages?|msgs|sms)\b/,
  /\bno mas\b/,
  /\bwrong (number|person)\b/,
  /\b(lose|forget) (my|this) number\b/,
  /\bleave (me|us) alone\b/,
  /\bnumero equivocado\b/,
  /\bno (quiero|deseo|queremos)\b.*\b(mas|mensajes|textos)\b/,
  /\bno (me|nos) (escrib|mand|envi|text|llam|contact)/,
  /\b(deja|dejen?|pare|paren|para) de (escrib|mand|envi|text|llam|contact|molest)/,
  /\b(quit|borr|elimin|saqu|sac)[a-z]*(me|nos)\b/,
  /\bde baja\b/,
]
/** Holds one of the words, and may mean something else. */
const doubtful = /\b(cancel|unsubscribe|opt ?-?out|revoke)\b/

/**
 * stop: a no, at once. fuzzy_stop: taken for a no, and shown to somebody. review: left alone, and shown. start: a yes
 * again. help: asks who we are. null: a message like any other.
 */
export type ReplyWord = 'stop' | 'fuzzy_stop' | 'review' | 'start' | 'help'

/** What a phone puts under a text by itself, or its owner under each of theirs. */
const signature = /\n\s*(--|—|sent (from|via|by)\b|get outlook\b|enviado desde\b|envoye de\b)[\s\S]*$/

/** The words alone: without pictures, what nobody sees, accents, signs, and what stands below. */
function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Cf}|\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(signature, '')
    .replace(/[‘’ʼ´`]/g, "'")
    .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
  const words = plain.split(' ').flatMap(word => word.replace(/^['-]+|['-]+$/g, '') || [])
  // S.T.O.P. is spelt out.
  const spelt = words.length > 2 && words.every(word => word.length === 1)
  return spelt ? [words.join('')] : words.flatMap((word, i) => joined(word, words[i - 1], words[i + 1]))
}

/** Two words that are one: opt out, stop all. */
function joined(word: string, before = '', after = ''): string[] {
  if (word === 'opt' && after === 'out') return ['opt-out']
  if (word === 'stop' && after === 'all') return ['stopall']
  return (word === 'out' && before === 'opt') || (word === 'all' && before === 'stop') ? [] : [word]
}

/** Reads an answer before anything else sees it. @param stopped whether this number has said no before */
export function replyWord(text: string, stopped: boolean): ReplyWord | null {
  const words = wordsIn(text)
  const said = words.join(' ')
  if (words.length > 0 && words.every(word => stops.has(word))) return 'stop'
  if (starts.has(said) || (stopped && said === 'yes')) return 'start'
  if (helps.has(said)) return 'help'
  const meant = words.filter(word => !polite.has(word))
  if (meant.length > 0 && meant.every(word => stops.has(word) && !ambiguous.has(word))) return 'fuzzy_stop'
  if (fuzzy.some(pattern => pattern.test(said))) return 'fuzzy_stop'
  return doubtful.test(said) ? 'review' : null
}
