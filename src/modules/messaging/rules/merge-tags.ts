import { escapeHtml } from './letter.ts'

interface Tag {
  group: 'contact' | 'business' | 'link'
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
  email: { group: 'contact', label: 'E-mail address', sample: 'ann@example.org' },
  businessName: { group: 'business', label: 'Our name', sample: 'Grace Community Church' },
  businessAddress: { group: 'business', label: 'Our postal address', sample: '12 Church Road, Cedar Falls' },
  unsubscribeLink: { group: 'link', label: 'Link to unsubscribe', sample: 'https://example.org/unsubscribe' },
  archiveLink: { group: 'link', label: 'Link to read it on the web', sample: 'https://example.org/newsletter' },
} as const satisfies Record<string, Tag>
export type TagName = keyof typeof mailTags
/** What is known of one recipient; what is empty needs a fallback. */
export type TagValues = Partial<Record<TagName, string>>

const pattern = /\{([A-Za-z]\w*)(?:\|([^{}\n]*))?\}/g
const isTag = (name: string): name is TagName => Object.hasOwn(mailTags, name)

/** A sentence for the field if a tag is none of ours, so that nobody reads a bare {firstname}. */
export function lintTags(text: string): string | undefined {
  for (const [whole, name] of text.matchAll(pattern)) {
    if (isTag(name!)) continue
    const meant = Object.keys(mailTags).find(tag => tag.toLowerCase() === name!.toLowerCase())
    return `${whole} is not a merge tag.${meant ? ` Did you mean {${meant}}?` : ''}`
  }
}

/** The tags of a text that have no fallback. */
export const bareTags = (text: string): TagName[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name, fallback]) => (isTag(name!) && !fallback ? [name] : []))),
]

export interface Filled {
  text: string
  /** Tags without value and fallback: the message must not go out like this. */
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
