export interface Letter {
  subject: string
  heading: string
  lines: string[]
  /** Lists of links under a title each. */
  sections?: { title: string; items: { text: string; note: string; href: string }[] }[]
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

const sectionHtml = ({ title, items }: NonNullable<Letter['sections']>[number]) => {
  const lines = items.map(
    ({ text, note, href }) =>
      `<li style="margin:0 0 6px"><a href="${escapeHtml(href)}" style="color:#3b4cb8">${escapeHtml(text)}</a>${note ? ` <span style="color:#6b6560">${escapeHtml(note)}</span>` : ''}</li>`,
  )
  return `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(title)}</h2><ul style="margin:0;padding-left:20px;line-height:1.5">${lines.join('')}</ul>`
}

/** A short mail of the product itself: heading, paragraphs, one button; the text part says the same. */
export function letter({ subject, heading, lines, sections = [], button, footer }: Letter): RenderedMail {
  const text = [
    heading,
    ...lines,
    ...sections.map(({ title, items }) =>
      [title, ...items.map(({ text, note, href }) => `- ${note ? `${text}, ${note}` : text}: ${href}`)].join('\n'),
    ),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...(footer ? [footer] : []),
  ].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(line)}</p>`
  const listed = sections.map(sectionHtml).join('')
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.href)}" style="background:#3b4cb8;color:#ffffff;padding:12px 20px;border-radius:10px;text-decoration:none;display:inline-block">${escapeHtml(button.label)}</a></p>`
    : ''
  const end = footer
    ? `<p style="margin:24px 0 0;color:#6b6560;font-size:13px;line-height:1.5">${escapeHtml(footer)}</p>`
    : ''
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#f6f4f1;font-family:-apple-system,'Segoe UI',Roboto,sans-serif;font-size:15px;color:#292524"><div style="max-width:520px;margin:0 auto;padding:32px 16px"><div style="background:#ffffff;border-radius:10px;padding:32px"><h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>${lines.map(paragraph).join('')}${listed}${action}${end}</div></div></body></html>`
  return { subject: subject.replace(/[\r\n]+/g, ' '), text, html }
}
