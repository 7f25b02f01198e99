import type { Parsed, Reference, Unknown } from './parsing.ts'
import { type Quoted, quotationsIn } from './quoted.ts'
import { wordsOf } from './words.ts'

/** Words in quotation marks, or a reference alone. */
export interface Claim {
  /** What was said to be Scripture; empty where only a reference was given. */
  text: string
  start: number
  end: number
  /** The passage that it is ascribed to. */
  reference: Reference | null
  /** A passage that no Bible has. */
  unknown: Unknown | null
  /** Other passages that may be meant, the nearest first; the one that the words come from is. */
  others: readonly Reference[]
  /** Passages named in the same sentence, meant only if the words come from there. */
  near: readonly Reference[]
  /** The translation that it is said to be from: `NIV`. */
  translation: string | null
}
type Named = Reference | Unknown
const isReference = (one: Named): one is Reference => 'from' in one

/** How far a reference may be from its quotation, in characters. */
const NEAR = 80
/** Fewer words are rarely a quotation: “grace” is one in no text. */
const FEWEST = 4

/**
 * Quotations with the references that introduce or follow them, and references that stand alone. A quotation without a
 * reference nearby is a claim only if it is long enough to be looked for.
 */
export function claimsIn(text: string, { references, unknown }: Parsed): Claim[] {
  const all: Named[] = [...references, ...unknown].sort((a, b) => a.start - b.start)
  const quotations = quotationsIn(text).filter(
    one => !all.some(named => named.start <= one.start && one.end <= named.end),
  )
  const taken = new Set<Named>()
  const claims = quotations.flatMap((quotation): Claim[] => {
    const isShort = wordsOf(quotation.text).length < FEWEST
    // A word or two in marks somewhere in the sentence of a reference are rarely its words: “grace”.
    const named = namedFor(quotation, text, all).filter(one => !isShort || isBeside(quotation, text, one))
    const near = nearTo(quotation, text, all).filter(one => !named.includes(one))
    if (named.length === 0 && isShort) return []
    if (named[0]) taken.add(named[0])
    return [claimOf(quotation, named, near, text)]
  })
  const alone = all.filter(one => !taken.has(one))
  return [...claims, ...alone.map(one => aloneClaim(one))].sort((a, b) => a.start - b.start)
}

/** A reference without words. */
export const aloneClaim = (one: Named): Claim => ({
  text: '',
  start: one.start,
  end: one.end,
  others: [],
  near: [],
  translation: null,
  ...ascribed(one),
})
const ascribed = (found: Named | undefined): Pick<Claim, 'reference' | 'unknown'> => ({
  reference: found && isReference(found) ? found : null,
  unknown: found && !isReference(found) ? found : null,
})

function claimOf({ text, start, end }: Quoted, named: Named[], near: Named[], whole: string): Claim {
  const [first, ...rest] = named
  const label = whole.slice(first?.start ?? end, (first?.end ?? end) + 12)
  return {
    text,
    start,
    end,
    near: near.filter(isReference),
    others: rest.filter(isReference),
    ...ascribed(first),
    translation: TRANSLATION.exec(label)?.[1] ?? null,
  }
}
const TRANSLATION =
  /[\s,;:([–—-](NIV|NIRV|TNIV|ESV|NLT|NKJV|NASB|NASU|NRSV|NRSVUE|RSV|CSB|HCSB|MSG|CEV|CEB|GNT|GNB|TEV|AMP|AMPC|NET|NCV|NAB|NABRE|TLB|TPT|LSB|BSB|ISV|GW|NVI|RVR|RVR1960|RVR60)\b/

/** What ends a sentence, also within the closing mark. */
const SENTENCE = /[.!?…]["”»’']?\s+\p{Lu}|[.!?]\s+$|;\s/u
const PUNCTUATION = /^[\s\p{P}]*$/u
const MARKS = /[“”„«»"]/

/** References that introduce or follow a quotation, the one that belongs to it more likely first. */
function namedFor({ end, open }: Quoted, text: string, all: readonly Named[]): Named[] {
  const after = all.find(one => one.start >= end)
  const before = all.findLast(one => one.end <= open)
  // Whether the quotation ended its sentence decides what the words after it belong to.
  const lead = text.slice(end - 2, end)
  const follows = after && joins(text.slice(end, after.start), { lead, text, one: after })
  const introduces =
    before &&
    joins(text.slice(before.end, open), { lead: '', text, one: before, whole: endsParagraph(text, end) }) &&
    (!CLOSED.test(text.slice(before.end, open)) || startsLine(text, before))
  if (!follows || !introduces) return follows ? [after] : introduces ? [before] : []
  return PUNCTUATION.test(text.slice(end, after.start)) ? [after, before] : [before, after]
}
const isBeside = ({ end, open }: Quoted, text: string, one: Named) =>
  PUNCTUATION.test(one.start >= end ? text.slice(end, one.start) : text.slice(one.end, open))
/** Another sentence, or the closing bracket of a reference that belongs to the words before it. */
const CLOSED = /[.;!?]|^\s*\)/
const startsLine = (text: string, { start }: Named) =>
  /(?:^|\n)[\s>(*#—–~-]*$/.test(text.slice(Math.max(0, start - 12), start))
const endsParagraph = (text: string, end: number) => /^[\s\p{P}]*(?:\n|$)/u.test(text.slice(end, end + 12))

interface Joint {
  /** The last signs of the quotation. */
  lead: string
  text: string
  one: Named
  /** Whether the quotation is the rest of its paragraph. */
  whole?: boolean
}
function joins(between: string, { lead, text, one, whole }: Joint): boolean {
  if (between.length > NEAR || MARKS.test(between)) return false
  const paragraph = /\n\s*\n/.test(between)
  if (paragraph) return PUNCTUATION.test(between) && whole !== false && isLine(text, one)
  if (PUNCTUATION.test(between)) return true
  return !SENTENCE.test(lead + between + text.slice(one.start, one.start + 1))
}
/** Whether a reference is all that its line says. */
const isLine = (text: string, one: Named) =>
  startsLine(text, one) && /^[)\s.:,]*(?:\(?[A-Z]{2,8}\)?)?\s*(?:\n|$)/.test(text.slice(one.end, one.end + 16))

/** References of the same sentence with other quotations between: “…” and “…” (John 3:16). */
const nearTo = ({ end, open }: Quoted, text: string, all: readonly Named[]): Named[] =>
  all.filter(one => {
    const between = one.start >= end ? text.slice(end - 2, one.start) : text.slice(one.end, open)
    return between.length < NEAR * 3 && !/\n\s*\n/.test(between) && !/[.!?]["”»’']?\s+\p{Lu}/u.test(between)
  })
