import { buffer } from 'node:stream/consumers'
import { fontFile, fontFor } from '#documents/service.ts'
import { qrPng } from '#links/drawing/service.ts'
import type { Certificate } from './certificates.ts'

export interface PrintedCertificate {
  church: string
  certificate: Pick<Certificate, 'name' | 'course' | 'number' | 'words' | 'issuedOn' | 'expiresOn'>
  /** Where anyone can check it. */
  address: string
  locale: string
}

const day = (text: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${text}T00:00:00Z`))

type Doc = PDFKit.PDFDocument
interface Line {
  tag: 'H1' | 'P'
  text: string
  size: number
  y: number
  isBold?: boolean
  color?: string
}

/** One sheet across, tagged for screen readers; the same certificate is the same file. */
export async function certificatePdf({ church, certificate, address, locale }: PrintedCertificate): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const at = new Date(`${certificate.issuedOn}T00:00:00Z`)
  const doc = new PDFDocument({
    size: 'LETTER',
    layout: 'landscape',
    margin: 0,
    tagged: true,
    lang: locale,
    pdfVersion: '1.7',
    displayTitle: true,
    info: { Title: `Certificate: ${certificate.course}, ${certificate.name}`, CreationDate: at, ModDate: at },
  })
  const done = buffer(doc)
  frame(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const line of linesOf({ church, certificate, address, locale }))
    root.add(doc.struct(line.tag, {}, () => write(doc, line)))
  root.end()
  doc.markContent('Artifact', { type: 'Layout' })
  doc.image(await qrPng(address, {}, { width: 300 }), doc.page.width - 128, doc.page.height - 128, { width: 72 })
  doc.endMarkedContent()
  doc.end()
  return done
}

function frame(doc: Doc): void {
  doc.markContent('Artifact', { type: 'Layout' })
  const { width, height } = doc.page
  doc
    .lineWidth(2)
    .strokeColor('#3b4cb8')
    .rect(36, 36, width - 72, height - 72)
    .stroke()
  doc
    .lineWidth(0.5)
    .strokeColor('#e3a322')
    .rect(44, 44, width - 88, height - 88)
    .stroke()
  doc.endMarkedContent()
}

function linesOf({ church, certificate, address, locale }: PrintedCertificate): Line[] {
  const { name, course, number, words, issuedOn, expiresOn } = certificate
  const until = expiresOn ? `, valid through ${day(expiresOn, locale)}` : ''
  return [
    { tag: 'P', text: church, size: 16, y: 84, color: '#595959' },
    { tag: 'H1', text: 'Certificate of Completion', size: 32, y: 124, isBold: true },
    { tag: 'P', text: 'This certifies that', size: 14, y: 196, color: '#595959' },
    { tag: 'P', text: name, size: name.length > 40 ? 22 : 30, y: 222, isBold: true },
    { tag: 'P', text: 'has completed', size: 14, y: 280, color: '#595959' },
    { tag: 'P', text: course, size: course.length > 60 ? 16 : 22, y: 304, isBold: true },
    ...(words ? [{ tag: 'P' as const, text: words, size: 12, y: 366 }] : []),
    { tag: 'P', text: `Issued ${day(issuedOn, locale)}${until}`, size: 12, y: 470 },
    { tag: 'P', text: `No. ${number} · ${address}`, size: 9, y: 524, color: '#595959' },
  ]
}

const write = (doc: Doc, { text, size, y, isBold = false, color = '#1f1f1f' }: Line) =>
  void doc
    .font(fontFile(fontFor('serif', isBold, false)))
    .fontSize(size)
    .fillColor(color)
    .text(text, 140, y, { width: doc.page.width - 280, align: 'center', height: 60, ellipsis: true })
