import { lintTags } from '#messaging/rules/merge-tags.ts'
import { wholeHref } from './links.ts'
import { type Block, type Column, socialNetworks, wordsOf } from './schema.ts'

export interface Finding {
  /** error: it can't be sent like this. warning: it had better not. */
  level: 'error' | 'warning'
  text: string
  /** Key of the block that it is about. */
  block: string | null
}

/** Gmail cuts a mail off here, and with it the way out (102 kB of HTML). */
export const MOST_BYTES = 102 * 1024
const SUBJECT_SHOWN = 60
const PREHEADER_SHOWN = 110
/** What filters have learned to distrust, in the subject above all. */
const spam =
  /\b(free money|act now|100% free|risk[- ]free|guarantee[d]?|winner|you won|cash bonus|click here|buy now|limited time|urgent|no obligation|double your|earn \$|weight loss|viagra|casino|lottery|miracle)\b/i

const error = (text: string, block: string | null = null): Finding => ({ level: 'error', text, block })
const warning = (text: string, block: string | null = null): Finding => ({ level: 'warning', text, block })

/** What is wrong with the words of one version; `own` are the keys of the church's own fields. */
export function findings(
  mail: { subject: string; preheader: string; blocks: readonly Block[] },
  own?: readonly string[],
): Finding[] {
  return [
    ...aboutSubject(mail, own),
    ...(mail.blocks.length === 0 ? [error('This email is empty. Add a block.')] : []),
    ...mail.blocks.flatMap(block => aboutBlock(block, own)),
  ]
}

function aboutSubject(
  { subject, preheader, blocks }: { subject: string; preheader: string; blocks: readonly Block[] },
  own?: readonly string[],
) {
  const found: Finding[] = []
  if (!subject) found.push(error('The subject is missing.'))
  if (subject.length > SUBJECT_SHOWN)
    found.push(warning(`Phones show about ${SUBJECT_SHOWN} characters of the subject. This one has ${subject.length}.`))
  if (subject.length > 8 && subject === subject.toUpperCase() && /[A-Z]{4}/.test(subject))
    found.push(warning('A subject in all capitals looks like spam.'))
  if (/!.*!/.test(subject)) found.push(warning('One exclamation mark in a subject is enough.'))
  if (!preheader)
    found.push(warning('Without a preheader, email programs show the first words of the email beside the subject.'))
  if (preheader.length > PREHEADER_SHOWN)
    found.push(warning(`Only about ${PREHEADER_SHOWN} characters of the preheader are shown.`))
  for (const [what, words] of [
    ['The subject', subject],
    ['The preheader', preheader],
  ] as const) {
    const problem = lintTags(words, own)
    if (problem) found.push(error(`${what}: ${problem}`))
  }
  const word = spam.exec(`${subject}\n${wordsOf(blocks)}`)?.[0]
  if (word) found.push(warning(`Words such as “${word}” can trigger spam filters.`))
  return found
}

const leads = (href: string) => wholeHref(href) !== undefined

function aboutLink(label: string, href: string, key: string): Finding[] {
  if (!label && !href) return []
  if (!href) return [error(`The button “${label}” has no link.`, key)]
  if (!leads(href)) return [error(`“${href.slice(0, 60)}” is not a valid link.`, key)]
  return label ? insecure(href, key) : [error('A button has a link but no text.', key)]
}

const insecure = (href: string, key: string) =>
  /^http:/i.test(href) ? [warning(`${href.slice(0, 60)} is not encrypted. Use https instead.`, key)] : []

function aboutPicture(fileId: string | null, alt: string, key: string): Finding[] {
  if (!fileId || alt) return []
  return [error('A picture has no description. People who can’t see the picture hear or read it instead.', key)]
}

const aboutColumn = ({ fileId, alt, text, label, href }: Column, key: string) => [
  ...aboutPicture(fileId, alt, key),
  ...aboutLinksIn(text, key),
  ...aboutLink(label, href, key),
]

/** Links typed inside a text: `[words](address)`. */
function aboutLinksIn(markdown: string, key: string): Finding[] {
  return [...markdown.matchAll(/\[[^\]]*\]\(([^)\s]*)[^)]*\)/g)].flatMap(([, href = '']) =>
    href === '' || href === 'https://' || !leads(href)
      ? [error(`A link in the text has no address: “${href.slice(0, 60)}”.`, key)]
      : insecure(href, key),
  )
}

function aboutBlock(block: Block, own?: readonly string[]): Finding[] {
  const { key } = block
  const tags = lintTags(wordsOf([block]), own)
  return [...(tags ? [error(tags, key)] : []), ...aboutKind(block)]
}

function aboutKind(block: Block): Finding[] {
  const { key } = block
  switch (block.type) {
    case 'heading':
      return block.text ? [] : [warning('A heading is empty and won’t be shown.', key)]
    case 'text':
      return block.text ? aboutLinksIn(block.text, key) : [warning('A text is empty and won’t be shown.', key)]
    case 'image':
      if (!block.fileId) return [error('A picture block has no picture yet.', key)]
      return [
        ...aboutPicture(block.fileId, block.alt, key),
        ...(block.href ? aboutLink('Picture', block.href, key) : []),
      ]
    case 'button':
      return block.label || block.href
        ? aboutLink(block.label, block.href, key)
        : [error('A button has no text and no link.', key)]
    case 'columns':
      return [...aboutColumn(block.left, key), ...aboutColumn(block.right, key)]
    case 'verse':
      return block.text ? [] : [warning('A verse is empty and won’t be shown.', key)]
    case 'events':
      return block.items.flatMap(item => [
        ...(item.title ? [] : [error('An event has no name.', key)]),
        ...(item.href && !leads(item.href) ? [error(`“${item.href.slice(0, 60)}” is not a valid link.`, key)] : []),
      ])
    case 'sermon':
      return [
        ...(block.title ? [] : [error('A sermon has no title.', key)]),
        ...aboutPicture(block.fileId, block.alt, key),
        ...aboutLink(block.label, block.href, key),
      ]
    case 'give':
      return aboutLink(block.label, block.href, key)
    case 'booking':
      return block.label ? [] : [error('A booking button has no text.', key)]
    case 'video':
      if (!block.href) return [error('A video block has no video yet.', key)]
      return [...(block.title ? [] : [error('A video has no title.', key)]), ...aboutLink(block.label, block.href, key)]
    case 'social':
      return socialNetworks.flatMap(name =>
        block[name] && !leads(block[name]) ? [error(`“${block[name].slice(0, 60)}” is not a valid link.`, key)] : [],
      )
    default:
      return []
  }
}

/** Of the whole mail as it is sent. */
export const aboutSize = (bytes: number): Finding[] =>
  bytes > MOST_BYTES
    ? [
        error(
          `This email has ${Math.ceil(bytes / 1024)} kB. Gmail cuts off emails after 102 kB, including the unsubscribe link.`,
        ),
      ]
    : []

/** Errors of single blocks, in a mail whose readers are known by their name alone. */
export const wrongBlocks = (mail: { subject: string; preheader: string; blocks: readonly Block[] }): Finding[] =>
  findings(mail, []).filter(({ level, block }) => level === 'error' && block)
