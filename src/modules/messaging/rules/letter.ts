export interface Letter {
  subject: string
  heading: string
  lines: string[]
  button?: { label: string; href: string }
  footer?: string
}
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, sign => entities[sign]!)

/** A short mail of the product itself: heading, paragraphs, one button; the text part says the same. */
export function letter({ subject, heading, lines, button, footer }: Letter): RenderedMail {
  const text = [
    heading,
    ...lines,
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...(footer ? [footer] : []),
  ].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(line)}</p>`
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.href)}" style="background:#3b4cb8;color:#ffffff;padding:12px 20px;border-radius:10px;text-decoration:none;display:inline-block">${escapeHtml(button.label)}</a></p>`
    : ''
  const end = footer
    ? `<p style="margin:24px 0 0;color:#6b6560;font-size:13px;line-height:1.5">${escapeHtml(footer)}</p>`
    : ''
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#f6f4f1;font-family:-apple-system,'Segoe UI',Roboto,sans-serif;font-size:15px;color:#292524"><div style="max-width:520px;margin:0 auto;padding:32px 16px"><div style="background:#ffffff;border-radius:10px;padding:32px"><h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>${lines.map(paragraph).join('')}${action}${end}</div></div></body></html>`
  return { subject: subject.replace(/[\r\n]+/g, ' '), text, html }
}
