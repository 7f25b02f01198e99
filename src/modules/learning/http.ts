import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { asDownload } from '#providers/storage/index.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { LEARN_STYLES } from './rules/assets.ts'
import { certificatePage } from './rules/certificate-page.ts'
import { certificatePdf } from './service/certificate-pdf.ts'
import { certificateByPublicId, certificatePath, certificateStanding } from './service/certificates.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function found(c: WebContext) {
  const id = c.req.param('id') ?? ''
  const row = UUID.test(id) ? await asPlatform('certificate', db => certificateByPublicId(db, id)) : undefined
  if (!row) return
  const church = await asVisitor(c.get('caller'), row.clientId, churchOf)
  return { ...row, church, standing: certificateStanding(row.certificate, localDay(clock.now(), row.timeZone)) }
}

const unknown = (c: WebContext) =>
  publicError(c, 'notFound', {
    title: 'Certificate not found',
    text: 'Please check the address. It is printed on the certificate, beside the number.',
  })

/** Says to anyone who has its address whether a certificate is real, and still valid. */
async function certificate(c: WebContext): Promise<Response> {
  const shown = await found(c)
  if (!shown) return unknown(c)
  const { certificate, church, standing, locale } = shown
  const pdf = `${certificatePath(certificate.publicId)}/certificate.pdf`
  const body = certificatePage({ ...certificate, church: church?.name ?? 'Lampstand', standing, pdf, locale })
  return publicPage(c, { title: `Certificate ${certificate.number}`, church, body, styles: [LEARN_STYLES] })
}

async function pdf(c: WebContext): Promise<Response> {
  const shown = await found(c)
  // One that isn’t valid any more is not printed again.
  if (shown?.standing !== 'valid') return unknown(c)
  const { certificate, church, locale } = shown
  const address = `${env.publicUrl}${certificatePath(certificate.publicId)}`
  const bytes = await certificatePdf({ church: church?.name ?? 'Lampstand', certificate, address, locale })
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': 'application/pdf',
    'content-disposition': asDownload(`certificate-${certificate.number}.pdf`),
    'cache-control': 'private, no-store',
  })
}

export const certificateRoutes: RawRoute[] = [
  raw('GET', '/certificate/:id', 'anonymous', certificate),
  raw('GET', '/certificate/:id/certificate.pdf', 'anonymous', pdf),
]
