import { z } from 'zod'
import { Id, line, prose } from '#kernel/contract.ts'
import { DEFAULT_EDITION, editionIds } from '#scripture/rules/editions.ts'
import { Styles } from './style.ts'

const id = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,80}$/)
const href = line(2_000)
/** Markdown. */
const words = prose(20_000)
const picture = {
  fileId: Id.nullable(),
  alt: line(300),
  /** Says nothing that the words beside it don't: screen readers leave it out. */
  isDecorative: z.boolean(),
}
export const ratios = ['original', '16/9', '4/3', '1/1', '3/4'] as const
const level = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

const shapes = {
  text: { text: words },
  heading: { text: line(200), level },
  image: {
    ...picture,
    href,
    caption: line(300),
    ratio: z.enum(ratios),
    /** What stays in view where the picture is cut, in percent from the left and from the top. */
    focusX: z.number().min(0).max(100),
    focusY: z.number().min(0).max(100),
  },
  video: { url: href, title: line(200), fileId: Id.nullable() },
  button: { label: line(80), href, look: z.enum(['filled', 'outline']) },
  form: { formId: Id.nullable() },
  divider: {},
  spacer: { height: z.number().int().min(4).max(400) },
  columns: { count: level, stack: z.enum(['mobile', 'tablet', 'never']), gap: z.number().int().min(0).max(120) },
  testimonial: { quote: prose(2_000), name: line(120), role: line(120), ...picture },
  pricing: {
    items: z
      .array(
        z.object({
          name: line(80),
          price: line(40),
          period: line(40),
          features: prose(2_000),
          label: line(80),
          href,
          isPopular: z.boolean(),
        }),
      )
      .max(6, 'At most 6 plans'),
  },
  countdown: {
    title: line(120),
    /** On clocks at the church. */
    until: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Please enter a date and a time'),
    after: z.enum(['hide', 'message']),
    message: line(200),
  },
  serviceTimes: { title: line(120) },
  events: { title: line(120), count: z.number().int().min(1).max(12) },
  staff: { title: line(120), items: z.array(z.object({ userId: Id.nullable(), role: line(120) })).max(40) },
  visit: { title: line(120), text: prose(1_000), label: line(80), href },
  /** `campaignId` null: the church's own giving page. */
  giving: { title: line(120), text: prose(1_000), label: line(80), campaignId: Id.nullable() },
  /** A passage of the Bible, read from the stored text each time the page is made. */
  verse: { reference: line(120), edition: z.enum(editionIds) },
  map: { title: line(120), label: line(80) },
  social: {
    website: href,
    facebook: href,
    instagram: href,
    youtube: href,
    tiktok: href,
  },
  faq: { title: line(120), items: z.array(z.object({ question: line(300), answer: words })).max(40) },
  section: { sectionId: Id.nullable() },
  /** A block of another module, by its key among `pageBlocks`; `value` is what its form kept. */
  plugged: {
    kind: line(40),
    value: z.record(z.string().max(40), z.union([z.string().max(300), z.number(), z.boolean(), z.null()])),
  },
  code: { code: prose(50_000), height: z.number().int().min(40).max(2_000), title: line(120) },
} satisfies Record<string, z.ZodRawShape>
export type BlockType = keyof typeof shapes
export const blockTypes = Object.keys(shapes) as BlockType[]
export type Props<Type extends BlockType> = z.infer<z.ZodObject<(typeof shapes)[Type]>>

export const slots = ['one', 'two', 'three', 'four'] as const
export type Slot = (typeof slots)[number]

/** What the editor keeps of one block. Columns hold further blocks in their slots. */
export type Block<Type extends BlockType = BlockType> = {
  [One in Type]: {
    type: One
    props: Props<One> & { id: string; styles?: Styles } & (One extends 'columns'
        ? Partial<Record<Slot, Block[]>>
        : object)
  }
}[Type]

const blocks: z.ZodType<Block[]> = z.lazy(() => z.array(AnyBlock).max(300))
const inside = { one: blocks, two: blocks, three: blocks, four: blocks }
const AnyBlock = z.discriminatedUnion(
  'type',
  blockTypes.map(type =>
    z.object({
      type: z.literal(type),
      props: z.object({
        id,
        styles: Styles.optional(),
        ...shapes[type],
        ...(type === 'columns' && Object.fromEntries(slots.map(slot => [slot, inside[slot].optional()]))),
      }),
    }),
  ) as never,
) as unknown as z.ZodType<Block>

export const Blocks = blocks
export const MOST_BLOCKS = 300
/** The words of a block in another language, by field; those of a list by `items.0.name`. */
export const Words = z.record(z.string().max(120), z.record(z.string().max(60), prose(20_000)))

/** A page as the editor has it. */
export const Tree = z
  .object({
    content: blocks,
    /** The words of the page's second language, by block and field. */
    words: Words.optional(),
  })
  .superRefine((tree, check) => {
    const ids = [...hiddenToo(tree.content)].map(block => block.props.id)
    if (ids.length > MOST_BLOCKS) check.addIssue({ code: 'custom', path: ['content'], message: 'At most 300 blocks' })
    if (new Set(ids).size < ids.length)
      check.addIssue({ code: 'custom', path: ['content'], message: 'Two blocks have the same id' })
  })
export type Tree = z.infer<typeof Tree>
export const emptyTree: Tree = { content: [] }

export const slotsOf = (block: Block): Block[][] =>
  block.type === 'columns' ? slots.slice(0, block.props.count).map(slot => block.props[slot] ?? []) : []

/** Every block, those in columns after the columns. */
export function* everyBlock(list: readonly Block[]): Generator<Block> {
  for (const block of list) {
    yield block
    for (const slot of slotsOf(block)) yield* everyBlock(slot)
  }
}

/** Those in columns that are not shown at the moment, too: they come back when the number of columns grows. */
export function* hiddenToo(list: readonly Block[]): Generator<Block> {
  for (const block of list) {
    yield block
    if (block.type === 'columns') for (const slot of slots) yield* hiddenToo(block.props[slot] ?? [])
  }
}

/** Where a link may lead: the web, a mail, a number, a page of ours, a place on the page. Undefined for anything else. */
export function safeHref(typed: string): string | undefined {
  const href = typed.trim()
  if (!href) return
  if (/^#[\w-]*$/.test(href) || /^\/(?![/\\])[^\s]*$/.test(href)) return href
  if (/^mailto:[^@\s]+@[^@\s]+$/i.test(href) || /^tel:\+?[\d\s().-]{3,}$/i.test(href)) return href
  if (/^[/\\]|\s/.test(href)) return
  const whole = /^[a-z][a-z\d+.-]*:/i.test(href) ? href : `https://${href}`
  if (!URL.canParse(whole)) return
  const { protocol, hostname } = new URL(whole)
  // Nothing that could begin a directive where the host stands in a policy.
  if (!/^[a-z\d.-]+$/i.test(hostname)) return
  return /^https?:$/.test(protocol) && (hostname.includes('.') || hostname === 'localhost') ? whole : undefined
}

/** Every link in it, with the block that it stands in. */
export function linksOf(list: readonly Block[]): { block: Block; href: string; label: string }[] {
  return [...everyBlock(list)].flatMap(block => {
    const { props } = block
    const own = 'href' in props && props.href ? [{ href: props.href, label: 'label' in props ? props.label : '' }] : []
    const items = block.type === 'pricing' ? block.props.items.filter(one => one.href) : []
    const social =
      block.type === 'social'
        ? (['website', 'facebook', 'instagram', 'youtube', 'tiktok'] as const).flatMap(name =>
            block.props[name] ? [{ href: block.props[name], label: name }] : [],
          )
        : []
    const video = block.type === 'video' && block.props.url ? [{ href: block.props.url, label: block.props.title }] : []
    return [...own, ...items, ...social, ...video].map(({ href, label }) => ({ block, href, label }))
  })
}

/** Ids of all pictures in it. */
export const picturesOf = (list: readonly Block[]): string[] => [
  ...new Set([...everyBlock(list)].flatMap(({ props }) => ('fileId' in props && props.fileId ? [props.fileId] : []))),
]

/** What the editor calls each block, and where its palette shows it. */
export const blockNames: Record<BlockType, string> = {
  text: 'Text',
  heading: 'Heading',
  image: 'Image',
  video: 'Video',
  button: 'Button',
  form: 'Form',
  divider: 'Divider',
  spacer: 'Spacer',
  columns: 'Columns',
  testimonial: 'Testimonial',
  pricing: 'Pricing',
  countdown: 'Countdown',
  serviceTimes: 'Service times',
  events: 'Next events',
  staff: 'Staff',
  visit: 'Plan a visit',
  giving: 'Giving',
  verse: 'Bible passage',
  map: 'Map link',
  social: 'Social links',
  faq: 'FAQ',
  section: 'Shared section',
  plugged: 'Block',
  code: 'Custom code',
}
export const categories: { title: string; types: BlockType[] }[] = [
  { title: 'Basic', types: ['text', 'heading'] },
  { title: 'Media', types: ['image', 'video'] },
  { title: 'Interactive', types: ['button', 'form'] },
  { title: 'Layout', types: ['divider', 'spacer', 'columns', 'section'] },
  { title: 'Content', types: ['testimonial', 'pricing', 'countdown', 'faq'] },
  { title: 'Church', types: ['serviceTimes', 'events', 'visit', 'giving', 'verse', 'staff', 'map', 'social', 'code'] },
]

const noPicture = { fileId: null, alt: '', isDecorative: false }
/** A new block of each type. */
export const beginnings: { [Type in BlockType]: Props<Type> } = {
  text: { text: 'Write something kind and clear.' },
  heading: { text: 'Heading', level: 2 },
  image: { ...noPicture, href: '', caption: '', ratio: 'original', focusX: 50, focusY: 50 },
  video: { url: '', title: '', fileId: null },
  button: { label: 'Plan your visit', href: '', look: 'filled' },
  form: { formId: null },
  divider: {},
  spacer: { height: 48 },
  columns: { count: 2, stack: 'mobile', gap: 24 },
  testimonial: { quote: 'What someone said about your church.', name: 'Name', role: '', ...noPicture },
  pricing: {
    items: [{ name: 'Plan', price: '$0', period: '', features: '', label: 'Choose', href: '', isPopular: false }],
  },
  countdown: { title: 'Starts in', until: '2027-01-01T09:00', after: 'hide', message: '' },
  serviceTimes: { title: 'Service times' },
  events: { title: 'Coming up', count: 3 },
  staff: { title: 'Our team', items: [] },
  visit: { title: 'Plan a visit', text: '', label: 'Let us know you’re coming', href: '' },
  giving: { title: 'Give', text: '', label: 'Give now', campaignId: null },
  verse: { reference: 'John 3:16', edition: DEFAULT_EDITION },
  map: { title: 'Find us', label: 'Directions' },
  social: { website: '', facebook: '', instagram: '', youtube: '', tiktok: '' },
  faq: { title: 'Questions', items: [{ question: 'What should I wear?', answer: 'Come as you are.' }] },
  section: { sectionId: null },
  plugged: { kind: '', value: {} },
  code: { code: '', height: 300, title: '' },
}
