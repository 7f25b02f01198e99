import { z } from 'zod'
import { Id, line, prose } from '#kernel/contract.ts'

/** As it is typed; what leads nowhere is said before it is sent. */
const href = line(2_000)
const key = z.string().min(1).max(40)
const words = prose(20_000)
const align = z.enum(['left', 'center'])
/** A file brought for mails; see /storage/v1/pictures. */
const picture = { fileId: Id.nullable(), alt: line(300) }
const button = { label: line(80), href }

const Column = z.object({ ...picture, text: words, ...button })
export type Column = z.infer<typeof Column>
const Event = z.object({ title: line(120), when: line(120), where: line(120), href })
export type EventItem = z.infer<typeof Event>

export const socialNetworks = ['website', 'facebook', 'instagram', 'youtube', 'tiktok'] as const
const social = Object.fromEntries(socialNetworks.map(name => [name, href])) as Record<
  (typeof socialNetworks)[number],
  typeof href
>

/** One part of a mail, from top to bottom. */
export const Block = z.discriminatedUnion('type', [
  z.object({ key, type: z.literal('header'), logo: z.boolean(), align }),
  z.object({ key, type: z.literal('heading'), text: line(200), level: z.union([z.literal(1), z.literal(2)]), align }),
  /** Markdown with merge tags. */
  z.object({ key, type: z.literal('text'), text: words }),
  z.object({ key, type: z.literal('image'), ...picture, href }),
  z.object({ key, type: z.literal('button'), ...button, align }),
  z.object({ key, type: z.literal('columns'), left: Column, right: Column }),
  z.object({ key, type: z.literal('divider') }),
  z.object({ key, type: z.literal('verse'), text: prose(2_000), reference: line(120) }),
  z.object({
    key,
    type: z.literal('events'),
    title: line(120),
    items: z.array(Event).max(20, 'At most 20 events'),
  }),
  z.object({
    key,
    type: z.literal('sermon'),
    title: line(200),
    speaker: line(120),
    passage: line(120),
    when: line(120),
    ...picture,
    ...button,
  }),
  z.object({ key, type: z.literal('give'), text: prose(1_000), ...button }),
  /** An appointment to book: a calendar type by its slug, or all of them. */
  z.object({ key, type: z.literal('booking'), text: prose(1_000), label: line(80), slug: line(80) }),
  /** A video of the church: its poster leads to its page, whose address ends with its public id. Both are absolute. */
  z.object({
    key,
    type: z.literal('video'),
    title: line(200),
    text: prose(1_000),
    poster: href,
    ...button,
  }),
  z.object({ key, type: z.literal('social'), ...social }),
])
export type Block = z.infer<typeof Block>
export type BlockType = Block['type']

export const Blocks = z.array(Block).max(60, 'At most 60 blocks')

/** Ids of all pictures in it. */
export const picturesOf = (blocks: readonly Block[]): string[] => [
  ...new Set(
    blocks.flatMap(block => {
      if (block.type === 'columns') return [block.left.fileId, block.right.fileId].filter(id => id !== null)
      return 'fileId' in block && block.fileId ? [block.fileId] : []
    }),
  ),
]

/** Every line of words in it, for merge tags and for checks. */
export const wordsOf = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(block => JSON.stringify(block, (name, value) => (['key', 'type', 'fileId'].includes(name) ? '' : value)))
    .join('\n')
