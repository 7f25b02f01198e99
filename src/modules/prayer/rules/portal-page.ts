import { html } from 'hono/html'
import { portalPath } from '#portal/rules/pages.ts'
import { consentWords, statusNames } from './options.ts'
import type { OwnRequest, Part, WallRow } from './pages.ts'

const buttons = (id: string, { status, wantedVisibility }: OwnRequest): Part =>
  html`${wantedVisibility ? html`<input type="hidden" name="wanted" value="${wantedVisibility}"><p class="note">May more people read it? ${consentWords[wantedVisibility]}</p>` : ''}
<input type="hidden" name="id" value="${id}"><div class="buttons">
${wantedVisibility ? html`<button class="primary" name="do" value="agree">Yes, share it</button><button class="quiet" name="do" value="keep">No, keep it as it is</button>` : ''}
${status === 'answered' ? '' : html`<button class="primary" name="do" value="still">Please keep praying</button><button class="quiet" name="do" value="answered">It was answered</button>`}
<button class="quiet" name="do" value="private">Show it to the staff only</button>
<button class="quiet" name="do" value="erase">Delete my request</button></div>`

/** In the portal: one's own requests with what can be done, then those of the church. */
export const renderOwnPage = (
  church: string,
  own: readonly (OwnRequest & { id: string })[],
  shared: readonly WallRow[],
): Part =>
  html`<h1>Prayer</h1><p><a href="/pray/${encodeURIComponent(church)}">Ask for prayer</a></p>
<h2>Your requests</h2>${own.length === 0 ? html`<p>You have not asked for prayer yet.</p>` : ''}
${own.map(
  row => html`<article class="note"><p class="words">${row.request}</p><p class="quiet">${statusNames[row.status]} · ${consentWords[row.visibility]}</p>
<form method="post" action="${portalPath(church, 'prayer')}">${buttons(row.id, row)}</form></article>`,
)}
<h2>Pray with us</h2>${shared.length === 0 ? html`<p>Nobody has shared a request right now.</p>` : ''}
${shared.map(
  row =>
    html`<article class="note"><h3>${row.name || 'Anonymous'}</h3><p class="words">${row.request}</p>${row.testimony ? html`<blockquote><p class="words">${row.testimony}</p></blockquote>` : ''}</article>`,
)}`
