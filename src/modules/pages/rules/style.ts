import { z } from 'zod'

export const fontSizes = [12, 14, 16, 18, 20, 24, 32] as const
export const aligns = ['left', 'center', 'right'] as const
export const DEFAULT_BACKGROUND = '#ffffff'
export const DEFAULT_COLOR = '#000000'

/** #rrggbb, #rrggbbaa, a color of the theme, or nothing. */
export const Color = z.union([
  z.literal(''),
  z.enum(['brand', 'soft', 'ink', 'paper']),
  z.string().regex(/^#([0-9a-f]{6}|[0-9a-f]{8})$/i, 'Please enter a color such as #1f6f54'),
])
export type Color = z.infer<typeof Color>
const side = z.number().int().min(0).max(240)
export const Padding = z.object({ top: side, right: side, bottom: side, left: side })

export const Style = z
  .object({
    background: Color,
    color: Color,
    fontSize: z.literal(fontSizes),
    padding: Padding,
    align: z.enum(aligns),
    isHidden: z.boolean(),
  })
  .partial()
export type Style = z.infer<typeof Style>

/** From wide to narrow: what a narrower width says overrides what the wider one says. */
export const breakpoints = ['base', 'tablet', 'mobile'] as const
export type Breakpoint = (typeof breakpoints)[number]
export const Styles = z.object({ base: Style, tablet: Style, mobile: Style }).partial()
export type Styles = z.infer<typeof Styles>

/** The widths at which the overrides of a breakpoint begin to apply, in CSS pixels. */
export const widest: Record<Exclude<Breakpoint, 'base'>, number> = { tablet: 1_023, mobile: 639 }
/** The widths of the editor's three previews. */
export const previewWidths: Record<Breakpoint, number> = { base: 1_280, tablet: 768, mobile: 390 }

const tokens = { brand: 'var(--brand)', soft: 'var(--soft)', ink: 'var(--ink)', paper: 'var(--paper)' } as const
const cssColor = (color: Color) => tokens[color as keyof typeof tokens] ?? color

/** Only values that `Style` let through get here, so nothing in it can end a rule. */
function declarations({ background, color, fontSize, padding, align, isHidden }: Style): string {
  return [
    background && `background:${cssColor(background)}`,
    color && `color:${cssColor(color)}`,
    fontSize && `font-size:${fontSize / 16}rem;--size:${fontSize / 16}rem`,
    padding && `padding:${padding.top}px ${padding.right}px ${padding.bottom}px ${padding.left}px`,
    align && `text-align:${align}`,
    isHidden !== undefined && `display:${isHidden ? 'none' : 'block'}`,
  ]
    .filter(Boolean)
    .join(';')
}

/** The rules of one block, as the published page and the editor's canvas apply them. */
export function cssOf(id: string, styles: Styles | undefined): string {
  if (!styles) return ''
  return breakpoints
    .map(breakpoint => {
      const said = declarations(styles[breakpoint] ?? {})
      if (!said) return ''
      const rule = `.k-${id}{${said}}`
      return breakpoint === 'base' ? rule : `@media (max-width:${widest[breakpoint]}px){${rule}}`
    })
    .join('')
}

/** What applies at a width: the wider ones first. */
export function styleAt(styles: Styles | undefined, breakpoint: Breakpoint): Style {
  const upTo = breakpoints.slice(0, breakpoints.indexOf(breakpoint) + 1)
  return Object.assign({}, ...upTo.map(one => styles?.[one] ?? {}))
}
