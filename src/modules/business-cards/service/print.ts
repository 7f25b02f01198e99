import PDFDocument from 'pdfkit'
import drawSvg from 'svg-to-pdfkit'

interface PrintedPage {
  svg: string
  /** Millimetres, without bleed. */
  width: number
  height: number
  bleed?: number
}

const PT = 72 / 25.4
/** Millimetres of paper around the bleed, for the crop marks. */
const MARGIN = 7

/** Vector PDF from SVGs; with bleed, the SVG is drawn so much larger on every side and crop marks are added. */
export function pdfOf(pages: readonly PrintedPage[], { title }: { title: string }): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: title } })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const { svg, width, height, bleed = 0 } of pages) {
    const around = bleed > 0 ? bleed + MARGIN : 0
    pdf.addPage({ size: [(width + 2 * around) * PT, (height + 2 * around) * PT], margin: 0 })
    const start = (around - bleed) * PT
    drawSvg(pdf, svg, start, start, {
      ...{ width: (width + 2 * bleed) * PT, height: (height + 2 * bleed) * PT },
      ...{ preserveAspectRatio: 'none', assumePt: true },
    })
    if (around > 0) cropMarks(pdf, { around, bleed, width, height })
  }
  pdf.end()
  return done
}

function cropMarks(
  pdf: PDFKit.PDFDocument,
  { around, bleed, width, height }: { around: number; bleed: number; width: number; height: number },
): void {
  const length = around - bleed - 2
  pdf.lineWidth(0.25).strokeColor('#000000')
  for (const x of [around, around + width])
    for (const y of [around, around + height]) {
      const [left, top] = [x === around ? 0 : x + bleed + 2, y === around ? 0 : y + bleed + 2]
      pdf
        .moveTo(left * PT, y * PT)
        .lineTo((left + length) * PT, y * PT)
        .stroke()
      pdf
        .moveTo(x * PT, top * PT)
        .lineTo(x * PT, (top + length) * PT)
        .stroke()
    }
}
