import { html } from 'hono/html'
import type { Html } from '#public-page/rules/document.ts'

export interface CertificatePage {
  church: string
  name: string
  course: string
  number: string
  words: string
  issuedOn: string
  expiresOn: string | null
  standing: 'valid' | 'expired' | 'revoked'
  pdf: string
  locale: string
}
const day = (text: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${text}T00:00:00Z`))

const standings = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' } as const

/** For anyone who wants to know whether a certificate is real. */
export const certificatePage = (page: CertificatePage): Html | Promise<Html> => html`<section class="certificate">
<p class="standing" data-standing="${page.standing}"><strong>${standings[page.standing]}</strong></p>
<h1>Certificate ${page.number}</h1>
<p>Issued by ${page.church}: <strong>${page.name}</strong> completed <strong>${page.course}</strong>.</p>
${page.words ? html`<p class="words">${page.words}</p>` : ''}
<dl><dt>Issued</dt><dd>${day(page.issuedOn, page.locale)}</dd>${page.expiresOn ? html`<dt>${page.standing === 'expired' ? 'Expired after' : 'Valid through'}</dt><dd>${day(page.expiresOn, page.locale)}</dd>` : ''}</dl>
${page.standing === 'valid' ? html`<p class="buttons"><a class="button primary" href="${page.pdf}">Download as PDF</a></p>` : ''}</section>`
