import { contrastOf, over } from '#public-page/rules/contrast.ts'
import { explainUnknown, isDeuterocanonical, parsePassages } from '#scripture/rules/parsing.ts'
import { type Block, everyBlock, linksOf, type Props, safeHref, slotsOf } from './blocks.ts'
import { type Live, pluggedKey } from './live.ts'
import { nameOf } from './plugged.ts'
import { breakpoints, type Color, DEFAULT_BACKGROUND, DEFAULT_COLOR, styleAt } from './style.ts'
import { videoOf } from './video.ts'

/** What keeps a page from being published, or is worth a look before. */
export interface Finding {
  /** The block; null for the page as a whole. */
  block: string | null
  /** Must be fixed first. */
  isBlocking: boolean
  message: string
}

interface Seo {
  title: string
  description: string
}
interface Known {
  /** Forms that a visitor can fill in. */
  openForms: ReadonlySet<string>
  sections: Readonly<Record<string, Block[]>>
  plugged: Live['plugged']
  brand: string
}

const tokens = (brand: string): Record<string, string> => ({
  brand,
  soft: '#f4f1ec',
  ink: '#25221f',
  paper: '#ffffff',
})
const MEANINGLESS = /^(click here|here|read more|more|link|this|learn more|details)$/i

const wrong = (block: Block | null, message: string, isBlocking = true): Finding => ({
  block: block?.props.id ?? null,
  isBlocking,
  message: block ? `${nameOf(block)}: ${message}` : message,
})

/** Contrast, alternative text, order of headings, links, and what is missing. */
export function findingsOf(content: readonly Block[], seo: Seo, known: Known): Finding[] {
  const all = [...everyBlock(content)]
  return [
    ...(all.length === 0 ? [wrong(null, 'Add at least one block')] : []),
    ...(seo.title.trim() ? [] : [wrong(null, 'Give the page a title')]),
    ...(seo.description.trim() ? [] : [wrong(null, 'Search engines show a description: add one', false)]),
    ...contrasts(content, tokens(known.brand)),
    ...headings(all),
    ...all.flatMap(block => parts(block, known)),
    ...links(content),
  ]
}

const textual = new Set<Block['type']>(['text', 'heading', 'testimonial', 'faq', 'countdown', 'serviceTimes', 'map'])

function contrasts(content: readonly Block[], named: Record<string, string>): Finding[] {
  const color = (one: Color | undefined, otherwise: string, below = '#ffffff') =>
    one ? over(named[one] ?? one, below) : otherwise
  const found: Finding[] = []
  for (const breakpoint of breakpoints) {
    const walk = (list: readonly Block[], background: string, ink: string): void => {
      for (const block of list) {
        const style = styleAt(block.props.styles, breakpoint)
        const on = color(style.background, background, background)
        const text = color(style.color, ink, on)
        for (const slot of slotsOf(block)) walk(slot, on, text)
        const isLarge = (style.fontSize ?? (block.type === 'heading' ? 24 : 16)) >= 24
        const ratio = contrastOf(text, on)
        const least = isLarge ? 3 : 4.5
        if (!textual.has(block.type) || style.isHidden || ratio >= least) continue
        if (found.some(one => one.block === block.props.id)) continue
        found.push(
          wrong(block, `its text is hard to read on its background (${ratio.toFixed(1)} to 1, at least ${least} to 1)`),
        )
      }
    }
    walk(content, DEFAULT_BACKGROUND, DEFAULT_COLOR)
  }
  return found
}

function headings(all: readonly Block[]): Finding[] {
  const found: Finding[] = []
  let before = 0
  for (const block of all) {
    const level = levelOf(block)
    if (!level) continue
    if (level > before + 1)
      found.push(
        wrong(
          block,
          before === 0
            ? 'the first heading of a page must be level 1'
            : `level ${level} follows level ${before}: use level ${before + 1}`,
        ),
      )
    if (level === 1 && before > 0) found.push(wrong(block, 'a page has one heading of level 1'))
    before = level
  }
  if (all.length > 0 && before === 0) found.push(wrong(null, 'Add a heading of level 1: it says what the page is'))
  return found
}
const levelOf = (block: Block): number => {
  if (block.type === 'heading') return block.props.level
  return 'title' in block.props && block.props.title && block.type !== 'video' && block.type !== 'code' ? 2 : 0
}

function parts(block: Block, { openForms, sections, plugged }: Known): Finding[] {
  switch (block.type) {
    case 'heading':
      return block.props.text.trim() ? [] : [wrong(block, 'it is empty')]
    case 'image':
    case 'testimonial': {
      const { fileId, alt, isDecorative } = block.props
      if (block.type === 'image' && !fileId) return [wrong(block, 'choose a picture')]
      return fileId && !isDecorative && !alt.trim()
        ? [wrong(block, 'describe the picture for people who can’t see it, or mark it as decorative')]
        : []
    }
    case 'video':
      if (!videoOf(block.props.url)) return [wrong(block, 'enter a YouTube, Vimeo, MP4 or WebM address')]
      return block.props.title.trim() ? [] : [wrong(block, 'give the video a title')]
    case 'button':
      return block.props.label.trim() ? [] : [wrong(block, 'it needs words')]
    case 'form':
      return block.props.formId && openForms.has(block.props.formId) ? [] : [wrong(block, 'choose a published form')]
    case 'verse':
      return passageProblem(block.props).map(message => wrong(block, message))
    case 'plugged': {
      const shown = plugged[pluggedKey(block.props)]
      if (!shown) return [wrong(block, 'remove it')]
      return shown.problem ? [wrong(block, shown.problem.message, shown.problem.isBlocking)] : []
    }
    case 'section':
      return block.props.sectionId && sections[block.props.sectionId] ? [] : [wrong(block, 'choose a section')]
    default:
      return []
  }
}

function passageProblem({ reference, edition }: Props<'verse'>): string[] {
  const passages = parsePassages(reference)
  if (passages.length === 0) return [explainUnknown(reference) ?? 'enter a Bible passage such as John 3:16-21']
  const foreign = edition === 'dra' ? undefined : passages.find(isDeuterocanonical)
  return foreign ? [`${foreign.name} is not in this translation`] : []
}

function links(content: readonly Block[]): Finding[] {
  const found = linksOf(content).flatMap(({ block, href, label }) => {
    if (!safeHref(href)) return [wrong(block, `“${href.slice(0, 60)}” leads nowhere`)]
    return MEANINGLESS.test(label.trim()) ? [wrong(block, `say where “${label}” leads`)] : []
  })
  const bare = [...everyBlock(content)].filter(
    block => (block.type === 'button' || block.type === 'visit') && block.props.label && !block.props.href,
  )
  return [...found, ...bare.map(block => wrong(block, 'say where it leads'))]
}
