import { escapeHtml, type RenderedMail } from '#messaging/rules/letter.ts'

/** A mail that one person writes to another: their words, and no more. */
export function textMail({ subject, text }: { subject: string; text: string }): RenderedMail {
  const paragraphs = text.split(/\n{2,}/).map(part => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="font-family:-apple-system,'Segoe UI',Roboto,sans-serif;font-size:15px;line-height:1.5;color:#292524">${paragraphs.join('')}</body></html>`
  return { subject: subject.replace(/[\r\n]+/g, ' '), text, html }
}
