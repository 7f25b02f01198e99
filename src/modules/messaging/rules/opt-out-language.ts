/**
 * plain: an opt-out whatever follows; open: unless something
 * other than texts follows, which is flagged; wish: the same without a flag, for "I don’t want …"; texts: only if texts are named;
 * doubt: stopped, and shown to someone; doubt-texts: the same, only if texts are named.
 */
export type Mode = 'plain' | 'open' | 'wish' | 'texts' | 'doubt' | 'doubt-texts'

/** How opting out is said in one language: regular expressions over lower-case text without accents. */
export interface Language {
  /** An opt-out as a clause of its own. */
  stop: string
  /** An opt-out only where they are the whole message: "the end", "cancel Tuesday". */
  weak: string
  /** What may stand before: "please", "could you", "I want you to". */
  lead: string
  /** Who is spoken of; after it a stop word alone opts nobody out: “I quit”. */
  subject: string
  heads: [Mode, string][]
  /** Maybe about something else: left alone, and shown to someone. */
  flags: string[]
  /** Begins with a stop word and is none: "stop by". */
  never: string
  /** Before a final stop word that no punctuation sets apart, it is none: "don’t stop". */
  stays: string
  /** Texts are wanted after all: "text me instead". */
  wanted: string
  /** Less than all: "for now", "except". */
  later: string
}
