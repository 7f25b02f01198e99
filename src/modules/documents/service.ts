import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'

export interface DocumentPage {
  svg: string
  /** Of the finished page, in millimeters. */
  width: number
  height: number
  /** Millimeters that the drawing reaches over every edge, for cutting; adds crop marks. */
  bleed?: number
}
export interface DocumentInfo {
  title: string
}

const require = createRequire(import.meta.url)
/** Latin, Greek, Cyrillic, Arabic, Hebrew and many more. */
const fontFile = (name: string) => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
const fonts = {
  sans: { plain: 'DejaVuSans', bold: 'DejaVuSans-Bold', italic: 'DejaVuSans-Oblique', both: 'DejaVuSans-BoldOblique' },
  serif: {
    plain: 'DejaVuSerif',
    bold: 'DejaVuSerif-Bold',
    italic: 'DejaVuSerif-Italic',
    both: 'DejaVuSerif-BoldItalic',
  },
}

/** The font that stands for a family of CSS. */
export function fontFor(family: string, bold: boolean, italic: boolean): string {
  const faces = /serif/i.test(family.replace(/sans-serif/gi, '')) ? fonts.serif : fonts.sans
  return faces[bold ? (italic ? 'both' : 'bold') : italic ? 'italic' : 'plain']
}

const points = (millimeters: number) => (millimeters * 72) / 25.4
/** Around a page with bleed, for its crop marks: their length, and their distance from the bleed. */
const MARK = 5
const GAP = 1

/**
 * A vector PDF with a page for each drawing. Texts keep their letters, from fonts that are embedded.
 * @param pages each SVG is stretched to its page, bleed included
 */
export async function pdfOf(pages: readonly DocumentPage[], { title }: DocumentInfo): Promise<Buffer> {
  // Both take a while to load, and most processes never write a PDF.
  const [{ default: PDFDocument }, { default: drawSvg }] = await Promise.all([
    import('pdfkit'),
    import('svg-to-pdfkit'),
  ])
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: title, Creator: 'Lampstand' } })
  const done = buffer(pdf)
  for (const face of Object.values(fonts).flatMap(family => Object.values(family)))
    pdf.registerFont(face, fontFile(face))
  for (const { svg, width, height, bleed = 0 } of pages) {
    const edge = bleed > 0 ? bleed + GAP + MARK : 0
    const [across, down] = [points(width + 2 * edge), points(height + 2 * edge)]
    pdf.addPage({ size: [across, down], margin: 0 })
    const at = points(edge - bleed)
    drawSvg(pdf, svg, at, at, {
      ...{ width: points(width + 2 * bleed), height: points(height + 2 * bleed), preserveAspectRatio: 'none' },
      fontCallback: fontFor,
      warningCallback: () => {},
    })
    if (bleed === 0) continue
    drawCropMarks(pdf, { width, height, edge })
    Object.assign(pdf.page.dictionary.data, {
      TrimBox: [points(edge), points(edge), points(edge + width), points(edge + height)],
      BleedBox: [at, at, across - at, down - at],
    })
  }
  pdf.end()
  return done
}

function drawCropMarks(
  pdf: PDFKit.PDFDocument,
  { width, height, edge }: { width: number; height: number; edge: number },
) {
  pdf.save().lineWidth(0.25).strokeColor('#000000')
  const line = (x: number, y: number, toX: number, toY: number) =>
    pdf.moveTo(points(x), points(y)).lineTo(points(toX), points(toY)).stroke()
  for (const x of [edge, edge + width]) {
    line(x, 0, x, MARK)
    line(x, height + 2 * edge - MARK, x, height + 2 * edge)
  }
  for (const y of [edge, edge + height]) {
    line(0, y, MARK, y)
    line(width + 2 * edge - MARK, y, width + 2 * edge, y)
  }
  pdf.restore()
}
