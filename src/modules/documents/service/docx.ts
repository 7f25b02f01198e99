import type { ISectionOptions, Paragraph } from 'docx'
import type { DocumentText } from '../rules/text.ts'

/** A Word document of headings, paragraphs, quotations and lists, with styles that Word knows. */
export async function docxOf(content: readonly DocumentText[], { title }: { title: string }): Promise<Buffer> {
  // It takes a while to load, and most processes never write one.
  const { Document, HeadingLevel, Packer, Paragraph: Made, TextRun } = await import('docx')
  const paragraph = ({ kind, text }: DocumentText): Paragraph => {
    const spacing = { after: 160, line: 300 }
    switch (kind) {
      case 'title':
        return new Made({ text, heading: HeadingLevel.TITLE, spacing: { after: 120 } })
      case 'subtitle':
        return new Made({ children: [new TextRun({ text, color: '595959' })], spacing: { after: 240 } })
      case 'heading':
        return new Made({ text, heading: HeadingLevel.HEADING_1, keepNext: true, spacing: { before: 320, after: 120 } })
      case 'quote':
        return new Made({
          children: [new TextRun({ text, italics: true })],
          indent: { left: 560, right: 560 },
          spacing,
        })
      case 'note':
        return new Made({ children: [new TextRun({ text, size: 18, color: '595959' })], spacing })
      case 'item':
        return new Made({ text, bullet: { level: 0 }, spacing: { after: 80 } })
      default:
        return new Made({ text, spacing })
    }
  }
  const section: ISectionOptions = { children: content.map(paragraph) }
  return Packer.toBuffer(new Document({ title, creator: 'Lampstand', sections: [section] }))
}
