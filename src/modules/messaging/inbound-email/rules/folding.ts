/** A mail in two parts that are together all of its lines: what a thread shows, and what is folded under it. */
export interface FoldedEmail {
  text: string
  /** Quotations, the lines that introduce them, signatures and device lines, in their order. */
  folded: string
}

/** One of: "On Fri, Nov 20, 2026 at 1:00 PM Grace <office@grace.example> wrote:" and its like in other languages. */
const introductions = [
  /^on\b.+\bwrote ?:$/,
  /^le\b.+\bécrit ?:$/,
  /^el\b.+\bescribió ?:$/,
  /^em\b.+\bescreveu ?:$/,
  /^il\b.+\bha scritto ?:$/,
  /^am\b.+\bschrieb\b.*:$/,
  /^op\b.+\bschreef\b.*:$/,
]
/** The same without a word in front: "Grace <office@grace.example> wrote:". On one line alone. */
const named = /^[^.!?]{0,80}<\S+@\S+>.{0,40}(?:wrote|écrit|escribió|escreveu|scritto|schrieb|schreef) ?:$/
/** Who and when, as only a mail program writes it: an address, or a time beside a year. */
const isByProgram = (line: string) => /\S+@\S+\.\S+/.test(line) || (/\b20\d\d\b/.test(line) && /\d:\d\d/.test(line))

/** The head of an older mail under an answer, as Outlook and the phone companies' programs write it. */
const headFields = [
  /^(?:from|de|von|da|van|från|fra)\s?:/,
  /^(?:sent|date|enviado(?: el)?|enviada em|fecha|data|gesendet|datum|envoyé|inviato|verzonden)\s?:/,
  /^(?:to|para|an|à|a|aan)\s?:/,
  /^(?:cc|bcc|reply-to|importance)\s?:/,
  /^(?:subject|asunto|assunto|betreff|objet|oggetto|onderwerp)\s?:/,
]
const separator =
  /^(?:_{5,}$|-{2,}\s*(?:original message|mensaje original|mensagem original|message d['’]origine|ursprüngliche nachricht|reply message)\s*-{2,}(?:$|\s*(?:from|de|von)\s?:.*@))/
const forwarded =
  /^(?:-{2,}\s*(?:forwarded message|mensaje reenviado|mensagem encaminhada|message transféré|weitergeleitete nachricht).*|begin forwarded message\s?:|(?:inicio del|início da) mensa(?:je|gem) .*:)$/
const isForward = (subject: string) => /^\s*(?:fwd?|rv|enc|wg|tr)\s*:/i.test(subject)

/** "Sent from my iPhone" and nothing more: a paragraph that only begins so is what someone wrote. */
const deviceLine =
  /^(?:(?:sent|enviado|envoyé|gesendet)(?: desde| do| de| von| from| via| with| using)?(?: my| the| mi| meu| mon| meinem| meiner)? ?(?:(?:iphone|ipad|android|samsung|galaxy|pixel|motorola|blackberry|mobile|cell ?phone|phone|smartphone|device|tablet|verizon|t-mobile|at&t|outlook|yahoo|gmail|proton|aol|mail|windows|celular|teléfono|móvil|dispositivo|handy|for|para|on|app|free|wireless|4g|5g|lte|metro|by|de|pro|max|plus|email|e-mail)[ ,.]*)+(?:<\S+>)?\.?|get outlook for (?:ios|android|mac)(?:\s?<\S+>)?|(?:obtener|obter) outlook para (?:ios|android)(?:\s?<\S+>)?)$/

/** Under "-- " at most so much is a signature (RFC 3676, 4.3); more is a text that someone divided. */
const SIGNATURE = { lines: 10, characters: 600 }

/**
 * @param whole line ends are \n
 * @param subject of a mail that is passed on nothing is folded: what is passed on is what they say
 */
export function foldEmail(whole: string, subject = ''): FoldedEmail {
  const lines = whole.split('\n')
  const folds: boolean[] = lines.map(line => /^\s{0,3}>/.test(line))
  if (!isForward(subject)) foldTail(lines, folds)
  foldIntroductions(lines, folds)
  foldSignatures(lines, folds)
  const part = (wanted: boolean) =>
    lines
      .filter((_, i) => folds[i] === wanted)
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  const text = part(false)
  // A mail that is nothing but a quotation still says something.
  return text ? { text, folded: part(true) } : { text: whole.trim(), folded: '' }
}

const plain = (line = '') => line.trim().toLowerCase()

/** Older mail that is not marked line by line is everything from its head on. */
function foldTail(lines: readonly string[], folds: boolean[]): void {
  for (let i = 0; i < lines.length; i++) {
    if (forwarded.test(plain(lines[i]))) return
    const line = plain(lines[i])
    // Some programs write the whole head into the line of the separator.
    const isHead = separator.test(line) ? /: ?.+@/.test(line) || hasHead(lines, i + 1) : hasHead(lines, i)
    const size = isHead ? 0 : introductionAt(lines, i)
    // Whatever is marked line by line ends where its marks end.
    const isUnmarked = size > 0 && isByProgram(joined(lines, i, size)) && !isQuotation(lines, i + size)
    if (!isHead && !isUnmarked) continue
    if (isHead && isQuotation(lines, headEnd(lines, i))) continue
    folds.fill(true, i)
    return
  }
}

/** Three fields of a mail's head on lines of their own, the first of them its sender. */
function hasHead(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + 8).filter(line => line.trim() !== '')
  const bare = next.map(line => plain(line).replace(/\*/g, ''))
  const isFirst = headFields[0]!.test(bare[0] ?? '')
  // "From: now on …" begins a sentence; a head says when.
  const isDated = bare.some(line => headFields[1]!.test(line) && /\d/.test(line))
  const found = bare.filter(line => headFields.some(field => field.test(line)))
  return isFirst && isDated && plain(lines[from]) !== '' && found.length >= 3
}

function headEnd(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && (separator.test(plain(lines[at])) || headFields.some(f => f.test(plain(lines[at]))))) at++
  return at
}

const joined = (lines: readonly string[], from: number, size: number) =>
  lines
    .slice(from, from + size)
    .map(plain)
    .join(' ')

/** How many lines the introduction of a quotation takes, up to three; 0: there is none. */
function introductionAt(lines: readonly string[], from: number): number {
  if (plain(lines[from]) === '') return 0
  for (let size = 1; size <= 3; size++) {
    if (plain(lines[from + size - 1]) === '') return 0
    const text = joined(lines, from, size)
    if (size === 1 && named.test(text)) return 1
    if (text.length <= 400 && introductions.some(pattern => pattern.test(text))) return size
  }
  return 0
}

function isQuotation(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from).find(line => line.trim() !== '')
  return next !== undefined && /^\s{0,3}>/.test(next)
}

/** A line that introduces marked lines, and the empty lines around them. */
function foldIntroductions(lines: readonly string[], folds: boolean[]): void {
  for (let i = 0; i < lines.length; i++) {
    if (folds[i]) continue
    const size = introductionAt(lines, i)
    if (size > 0 && isQuotation(lines, i + size)) folds.fill(true, i, i + size)
  }
}

function foldSignatures(lines: readonly string[], folds: boolean[]): void {
  for (let i = 0; i < lines.length; i++) {
    if (folds[i]) continue
    if (deviceLine.test(plain(lines[i])) && plain(lines[i]).length <= 80) folds[i] = true
    if (lines[i] !== '-- ') continue
    const after = folds.indexOf(true, i + 1)
    const end = after < 0 ? lines.length : after
    const signature = lines.slice(i, end)
    const isShort =
      signature.filter(line => line.trim()).length <= SIGNATURE.lines &&
      signature.join('\n').length <= SIGNATURE.characters
    if (isShort) folds.fill(true, i, end)
  }
}
