import { html } from 'hono/html'

export interface OwnStatement {
  id: string
  number: string
  title: string
  /** "2026", or the day of a gift. */
  about: string
  issued: string
}

/** The donor's page of the portal: what was issued to them, newest first. */
export const ownStatements = (list: readonly OwnStatement[], base: string) => html`<section><h1>Statements</h1>
${
  list.length === 0
    ? html`<p>No statements or receipts yet. They appear here when your church issues them.</p>`
    : html`<ul>${list.map(
        one =>
          html`<li><a href="${base}/${one.id}.pdf" download>${one.title}, ${one.about}</a> <span class="help">No. ${one.number}, issued ${one.issued} (PDF)</span></li>`,
      )}</ul>`
}</section>`
