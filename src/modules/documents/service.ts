import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'

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
  /** When it was made, so that the same drawing is the same file; else now. */
  at?: Date
}

const require = createRequire(import.meta.url)
/** Latin, Greek, Cyrillic, Arabic, Hebrew and many more. */
export const fontFile = (name: string) => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
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
export const pdfOf = async (pages: readonly DocumentPage[], info: DocumentInfo): Promise<Buffer> =>
  buffer(await pdfStream(pages, info))

/** The same for files of many pages: a page is drawn once the ones before it were read. */
export async function pdfStream(
  pages: Iterable<DocumentPage> | AsyncIterable<DocumentPage>,
  { title, at }: DocumentInfo,
): Promise<Readable> {
  // Both take a while to load, and most processes never write a PDF.
  const [{ default: PDFDocument }, { default: drawSvg }] = await Promise.all([
    import('pdfkit'),
    import('svg-to-pdfkit'),
  ])
  const info = { Title: title, Creator: 'Lampstand', ...(at && { CreationDate: at }) }
  const pdf = new PDFDocument({ autoFirstPage: false, info })
  for (const face of Object.values(fonts).flatMap(family => Object.values(family)))
    pdf.registerFont(face, fontFile(face))
  const draw = ({ svg, width, height, bleed = 0 }: DocumentPage) => {
    const edge = bleed > 0 ? bleed + GAP + MARK : 0
    const [across, down] = [points(width + 2 * edge), points(height + 2 * edge)]
    pdf.addPage({ size: [across, down], margin: 0 })
    const inset = points(edge - bleed)
    drawSvg(pdf, svg, inset, inset, {
      width: points(width + 2 * bleed),
      height: points(height + 2 * bleed),
      preserveAspectRatio: 'none',
      fontCallback: fontFor,
      warningCallback: () => {},
    })
    if (bleed === 0) return
    drawCropMarks(pdf, { width, height, edge })
    Object.assign(pdf.page.dictionary.data, {
      TrimBox: [points(edge), points(edge), points(edge + width), points(edge + height)],
      BleedBox: [inset, inset, across - inset, down - inset],
    })
  }
  void drawAll(pdf, pages, draw).catch(error => pdf.destroy(error))
  return pdf as unknown as Readable
}

async function drawAll(
  pdf: PDFKit.PDFDocument,
  pages: Iterable<DocumentPage> | AsyncIterable<DocumentPage>,
  draw: (page: DocumentPage) => void,
): Promise<void> {
  for await (const page of pages) {
    if ((pdf as unknown as Readable).destroyed) return
    draw(page)
    // Other requests have their turn between two pages, and what is written is read.
    await setImmediate()
  }
  pdf.end()
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
