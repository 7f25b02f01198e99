import { escapeHtml } from './letter.ts'

interface Tag {
  group: 'contact' | 'household' | 'business' | 'appointment' | 'link'
  /** Shown in the composer beside the tag. */
  label: string
  /** What stands there in a preview for a person of whom everything is known. */
  sample: string
}

/** Every tag that a mail may hold: `{firstName}`, or with a fallback `{firstName|friend}`. */
export const mailTags = {
  firstName: { group: 'contact', label: 'First name', sample: 'Ann' },
  lastName: { group: 'contact', label: 'Last name', sample: 'Miller' },
  name: { group: 'contact', label: 'Full name', sample: 'Ann Miller' },
  email: { group: 'contact', label: 'Email address', sample: 'ann@example.org' },
  householdName: { group: 'household', label: 'Household name', sample: 'Miller family' },
  householdAdults: { group: 'household', label: 'First names of the adults', sample: 'Ann and Ben' },
  businessName: { group: 'business', label: 'Church name', sample: 'Grace Community Church' },
  businessAddress: { group: 'business', label: 'Church mailing address', sample: '12 Church Road, Cedar Falls' },
  time: { group: 'appointment', label: 'Appointment time', sample: '10:30 AM' },
  bookingLink: { group: 'link', label: 'Booking page link', sample: 'https://example.org/book/grace' },
  unsubscribeLink: { group: 'link', label: 'Unsubscribe link', sample: 'https://example.org/unsubscribe' },
  preferencesLink: { group: 'link', label: 'Preferences link', sample: 'https://example.org/preferences' },
  archiveLink: { group: 'link', label: 'View in browser link', sample: 'https://example.org/newsletter' },
} as const satisfies Record<string, Tag>
/** A field of the church's own, by its key: `{custom.t_shirt_size|M}`. */
export type CustomTag = `custom.${string}`
export type TagName = keyof typeof mailTags | CustomTag
/** What is known of one recipient; what is empty needs a fallback. */
export type TagValues = Partial<Record<TagName, string>>

const pattern = /\{(custom\.[^{}|\n]*|[A-Za-z]\w*)(?:\|([^{}\n]*))?\}/gi
const isOwn = (name: string): name is CustomTag => /^custom\.[a-z]\w*$/.test(name)
const isTag = (name: string): name is TagName => Object.hasOwn(mailTags, name) || isOwn(name)

/** Stands among the keys to be looked up where a text names someone's household. */
export const HOUSEHOLDS = '@households'

/** What has to be looked up for these texts beside names: keys of the church's own fields, and `HOUSEHOLDS`. */
export const lookUps = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap(text => [...text.matchAll(pattern)].flatMap(([, name]) => lookUpOf(name!)))),
]
function lookUpOf(name: string): string[] {
  if (isOwn(name)) return [keyIn(name)]
  return Object.hasOwn(mailTags, name) && mailTags[name as keyof typeof mailTags].group === 'household'
    ? [HOUSEHOLDS]
    : []
}
const keyIn = (name: CustomTag) => name.slice('custom.'.length)

/**
 * A sentence for the field if a tag is none of ours, so that nobody reads a bare {firstname}.
 * @param own keys of the church's own fields that may be named; where it isn't given, the code that stores the text asks again
 */
export function lintTags(text: string, own?: readonly string[]): string | undefined {
  for (const [whole, name] of text.matchAll(pattern)) {
    if (isTag(name!) && (!own || !isOwn(name) || own.includes(keyIn(name)))) continue
    const all = [...Object.keys(mailTags), ...(own ?? []).map(key => `custom.${key}`)]
    const meant = all.find(tag => tag.toLowerCase() === name!.toLowerCase())
    return `${whole} is not a merge tag.${meant ? ` Did you mean {${meant}}?` : ''}`
  }
}

/** The tags of a text that have no fallback. */
export const bareTags = (text: string): TagName[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name, fallback]) => (isTag(name!) && !fallback ? [name] : []))),
]

export interface Filled {
  text: string
  /** Tags without value and fallback: the message must not be sent like this. */
  missing: TagName[]
}

/** Puts the values in; in HTML they are text and nothing else. */
export function fillTags(text: string, values: TagValues, as: 'text' | 'html' = 'text'): Filled {
  const missing: TagName[] = []
  const filled = text.replace(pattern, (whole, name: string, fallback?: string) => {
    if (!isTag(name)) return whole
    const value = values[name]?.trim() || fallback?.trim() || ''
    if (!value) missing.push(name)
    return as === 'html' ? escapeHtml(value) : value
  })
  return { text: filled, missing }
}

const PLACE = /xtag([A-Za-z]+)n(\d+)x/g
/** A plain word for it: a key may have digits, in which the number behind it would be lost. */
const wordOf = (name: TagName) => (isOwn(name) ? 'custom' : name)

/** Puts a plain word in the place of each tag, so that a writer of Markdown leaves it alone, and the tags back afterwards. */
export function holdTags(text: string): { held: string; release: (text: string) => string } {
  const found: string[] = []
  const held = text.replace(pattern, (whole, name: string) =>
    isTag(name) ? `xtag${wordOf(name)}n${found.push(whole) - 1}x` : whole,
  )
  return { held, release: out => out.replace(PLACE, (whole, _, i) => found[Number(i)] ?? whole) }
}

/** Whether that is the place of a tag whose value is an address of ours. */
export function isLinkTag(word: string): boolean {
  const name = /^xtag([A-Za-z]+)n\d+x$/.exec(word)?.[1] ?? ''
  return Object.hasOwn(mailTags, name) && mailTags[name as keyof typeof mailTags].group === 'link'
}
