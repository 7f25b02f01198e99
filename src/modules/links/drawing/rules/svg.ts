import { type CornerStyle, type DotStyle, designOf, type QrDesign } from './design.ts'

/** Of one module in the drawing: whole numbers, so that neighbors meet without a seam. */
const UNIT = 10

const dots: Record<DotStyle, string> = { square: 'square', rounded: 'rounded', dots: 'dots', classy: 'classy' }
const corners: Record<CornerStyle, string> = { square: 'square', rounded: 'extra-rounded', circle: 'dot' }

/** What of `qr-code-styling` is used, in a browser and on the server. */
export interface Styling {
  getRawData(extension: 'svg'): Promise<Blob | Uint8Array | null>
}
export type StylingClass = new (options: any) => Styling

/** The library writes the low byte of every character: given UTF-8, it writes UTF-8. */
const asBytes = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

/**
 * Draws a QR code as SVG: filled shapes only, without clips, which every printing program reads.
 * @param environment the library's own options for a place without a window
 * @throws a sentence when the text is longer than a code can hold
 */
export async function drawWith(
  Class: StylingClass,
  text: string,
  chosen: Partial<QrDesign> = {},
  environment: Record<string, unknown> = {},
): Promise<string> {
  const design = designOf(chosen)
  const probe = make(Class, text, design, { ...environment, width: UNIT * 200, height: UNIT * 200 })
  const count = (probe as unknown as { _qr: { getModuleCount(): number } })._qr.getModuleCount()
  const side = count * UNIT
  const drawn = make(Class, text, design, { ...environment, width: side, height: side })
  const raw = await drawn.getRawData('svg')
  if (!raw) throw new Error('Canvas context not available')
  const svg = raw instanceof Blob ? await raw.text() : new TextDecoder().decode(raw)
  return framed(svg, count, design)
}

function make(Class: StylingClass, text: string, { errorCorrection, dotStyle, cornerStyle }: QrDesign, more: object) {
  try {
    return new Class({
      type: 'svg',
      margin: 0,
      data: asBytes(text),
      qrOptions: { errorCorrectionLevel: errorCorrection },
      dotsOptions: { type: dots[dotStyle], color: '#000000' },
      cornersSquareOptions: { type: corners[cornerStyle], color: '#000000' },
      cornersDotOptions: { type: cornerStyle === 'square' ? 'square' : 'dot', color: '#000000' },
      backgroundOptions: { color: 'none' },
      ...more,
    })
  } catch (cause) {
    // It throws strings.
    if (!/overflow/i.test(String(cause))) throw cause
    throw new Error('This is more than a QR code can hold. Shorten the text or choose less error correction.', {
      cause,
    })
  }
}

const rect = /<rect x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)"[^>]*?\/>/g

/** Takes the shapes out of their clips, and puts margin, background and logo around them. */
function framed(
  svg: string,
  count: number,
  { size, margin, foreground, background, logo, logoSize }: QrDesign,
): string {
  const shapes = [...svg.matchAll(/<clipPath id="clip-path-(?!background)[^>]*>([\s\S]*?)<\/clipPath>/g)]
    .map(([, inner]) => inner)
    .join('')
    .replace(/<rect\b[^>]*>\s*<\/rect>/g, found => found.replace(/>\s*<\/rect>$/, '/>'))
    .replaceAll('clip-rule', 'fill-rule')
  const squares = [...shapes.matchAll(rect)].map(([, x, y, w, h]) => `M${x} ${y}h${w}v${h}h-${w}z`).join('')
  const others = shapes.replace(rect, '')
  const edge = margin * UNIT
  const all = count * UNIT + 2 * edge
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-edge} ${-edge} ${all} ${all}">` +
    `<rect x="${-edge}" y="${-edge}" width="${all}" height="${all}" fill="${background}"/>` +
    `<g fill="${foreground}">${squares && `<path d="${squares}"/>`}${others}</g>` +
    `${logo ? logoAt(logo, { count, width: (logoSize / size) * all, background }) : ''}</svg>`
  )
}

/** In the middle, on a plate of whole modules: half a dot is worse than none. */
function logoAt(logo: string, { count, width, background }: { count: number; width: number; background: string }) {
  const needed = Math.ceil(width / UNIT)
  const modules = needed % 2 === count % 2 ? needed : needed + 1
  const [at, side] = [((count - modules) / 2) * UNIT, modules * UNIT]
  const from = (count * UNIT - width) / 2
  return (
    `<rect x="${at}" y="${at}" width="${side}" height="${side}" fill="${background}"/>` +
    `<image href="${logo}" x="${from}" y="${from}" width="${width}" height="${width}" preserveAspectRatio="xMidYMid meet"/>`
  )
}
