import { buffer } from 'node:stream/consumers'
import type { DocumentText } from '../rules/text.ts'
import { fontFile, fontFor } from '../service.ts'

/** Points: letter paper with margins for a binder. */
const MARGIN = 64
const looks: Record<
  DocumentText['kind'],
  { size: number; before: number; bold?: boolean; italic?: boolean; indent?: number; gray?: boolean }
> = {
  title: { size: 22, before: 0, bold: true },
  subtitle: { size: 11, before: 4, gray: true },
  heading: { size: 14, before: 18, bold: true },
  paragraph: { size: 11.5, before: 8 },
  quote: { size: 11.5, before: 8, italic: true, indent: 24 },
  note: { size: 9, before: 10, gray: true },
  item: { size: 11.5, before: 5, indent: 14 },
}

/** A PDF of flowing text with page numbers, tagged for screen readers; texts keep their letters. */
export async function textPdfOf(
  content: readonly DocumentText[],
  /** `scale` 1.5 is large type. */
  { title, at, scale = 1 }: { title: string; at?: Date; scale?: number },
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    tagged: true,
    lang: 'en-US',
    pdfVersion: '1.7',
    displayTitle: true,
    info: { Title: title, ...(at && { CreationDate: at, ModDate: at }) },
  })
  const done = buffer(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const { kind, text } of content) {
    const { size, before, bold = false, italic = false, indent = 0, gray } = looks[kind]
    if (doc.y > MARGIN) doc.y += before
    const space = doc.page.height - MARGIN - doc.y
    // A heading doesn't end a page.
    if (kind === 'heading' && space < 72) doc.addPage()
    root.add(
      doc.struct(
        kind === 'title' ? 'H1' : kind === 'heading' ? 'H2' : kind === 'quote' ? 'BlockQuote' : 'P',
        {},
        () => {
          doc
            .font(fontFile(fontFor('serif', bold, italic)))
            .fontSize(size * scale)
            .fillColor(gray ? '#595959' : '#1f1f1f')
            .text(kind === 'item' ? `• ${text}` : text, MARGIN + indent, doc.y, {
              width: doc.page.width - 2 * MARGIN - 2 * indent,
              lineGap: 3,
            })
        },
      ),
    )
  }
  root.end()
  numberPages(doc)
  doc.end()
  return done
}

function numberPages(doc: PDFKit.PDFDocument): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Below the margin a text would begin a new page.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .font(fontFile(fontFor('serif', false, false)))
      .fontSize(9)
      .fillColor('#595959')
      .text(`${page - start + 1} / ${count}`, MARGIN, doc.page.height - 40, {
        width: doc.page.width - 2 * MARGIN,
        align: 'right',
      })
    doc.endMarkedContent()
  }
}
