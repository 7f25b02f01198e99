import { html } from 'hono/html'
import { type Html, markup } from '#public-page/rules/document.ts'
import { guardFields } from '#public-page/rules/fields.ts'
import { consentWords, LONGEST, type Status, statusNames, type Visibility, visibilities } from './options.ts'

export type Part = Html | Promise<Html>
export interface Typed {
  name?: string
  email?: string
  phone?: string
  request?: string
  category?: string
  visibility?: string
  anonymous?: boolean
  notify?: boolean
}
export interface FormPage {
  path: string
  church: string
  categories: readonly string[]
  opened: string
  key: string
  typed: Typed
  problems: Readonly<Record<string, string>>
  wallPath: string | null
}
const shareNames: Record<Visibility, string> = {
  staff: 'Pastors and staff',
  prayer_team: 'Prayer team',
  church: 'People of the church',
  public: 'Everyone, on the prayer wall',
}
const ticked = (on: boolean | undefined) => (on ? markup(' checked') : '')
const problemOf = (id: string, problem = '') => html`<p class="problem" id="${id}-problem" role="alert">${problem}</p>`
const describedBy = (id: string, problem = '', help = false) =>
  markup(` aria-describedby="${help ? `${id}-help ` : ''}${id}-problem"${problem ? ' aria-invalid="true"' : ''}`)

export const renderRequestForm = ({
  path,
  church,
  categories,
  opened,
  key,
  typed,
  problems,
  wallPath,
}: FormPage): Part =>
  html`<h1>Ask for prayer</h1><p>What you write goes to ${church}. You decide who may read it.</p>
<form method="post" action="${path}" novalidate>${guardFields(opened)}<input type="hidden" name="key" value="${key}">
<div class="field"><label for="request">What may we pray for?</label>
<textarea id="request" name="request" rows="5" maxlength="${String(LONGEST)}" required${describedBy('request', problems.request)}>${typed.request ?? ''}</textarea>${problemOf('request', problems.request)}</div>
<div class="field"><label for="name">Your name (optional)</label><input id="name" name="name" maxlength="120" autocomplete="name" value="${typed.name ?? ''}"></div>
<div class="field"><label for="email">Your email (optional)</label><p class="help" id="email-help">So that we can write back to you.</p>
<input id="email" name="email" type="email" maxlength="254" autocomplete="email" value="${typed.email ?? ''}"${describedBy('email', problems.email, true)}>${problemOf('email', problems.email)}</div>
<div class="field"><label for="category">What is it about?</label><select id="category" name="category">${categories.map(
    one => html`<option${typed.category === one ? markup(' selected') : ''}>${one}</option>`,
  )}</select></div>
<fieldset class="choices"><legend>Who may read it?</legend>${visibilities.map(
    one =>
      html`<label class="box"><input type="radio" name="visibility" value="${one}"${ticked((typed.visibility ?? 'staff') === one)}><span>${shareNames[one]}</span></label>`,
  )}</fieldset>
<div class="choices"><label class="box"><input type="checkbox" name="anonymous" value="1"${ticked(typed.anonymous)}><span>Don’t show my name to those who pray</span></label>
<label class="box"><input type="checkbox" name="notify" value="1"${ticked(typed.notify)}><span>Email me when people prayed, at most once a day</span></label></div>
<button type="submit" class="primary">Send prayer request</button></form>
${wallPath ? html`<p><a href="${wallPath}">See the prayer wall</a></p>` : ''}`

export const renderSentPage = (answer: string | null, again: string | null): Part =>
  html`${
    answer
      ? html`<h1>You are not alone</h1><p class="note" role="status">${answer}</p>`
      : html`<h1>Thank you</h1><p role="status">We received your prayer request and will pray with you.</p>`
  }
${again ? html`<p><a class="primary" href="${again}">Ask for prayer again</a></p>` : ''}`

export interface WallRow {
  id: string
  name: string | null
  request: string
  category: string
  prayerCount: number
  status: Status
  testimony: string
  prayed: boolean
}
export const renderWall = (path: string, rows: readonly WallRow[], formPath: string): Part =>
  html`<h1>Prayer wall</h1><p><a href="${formPath}">Ask for prayer</a></p>
${rows.length === 0 ? html`<p>There are no prayer requests on the wall right now.</p>` : ''}
${rows.map(
  row => html`<article class="note" id="r-${row.id}"><h2>${row.name || 'Anonymous'}</h2>
<p class="quiet">${row.category}${row.status === 'answered' ? ' · Answered' : ''}</p><p class="words">${row.request}</p>
${row.testimony ? html`<blockquote><p class="words">${row.testimony}</p></blockquote>` : ''}
<p>${counted(row.prayerCount)}</p>
${
  row.prayed
    ? html`<p role="status">You prayed today.</p>`
    : row.status === 'answered'
      ? html``
      : html`<form method="post" action="${path}/prayed"><input type="hidden" name="id" value="${row.id}"><button type="submit" class="quiet" aria-label="I prayed for ${row.name || 'this request'}">I prayed</button></form>`
}</article>`,
)}`
const counted = (n: number) => (n === 0 ? '' : n === 1 ? 'Prayed for once' : `Prayed for ${n} times`)

export interface OwnRequest {
  request: string
  status: Status
  visibility: Visibility
  wantedVisibility: Visibility | null
  prayerCount: number
  testimony: string
  testimonyShared: boolean
}
/** What its writer sees and changes, from the link in an email or in the portal. */
export const renderOwnRequest = (path: string, row: OwnRequest, done = '', heading: 'h1' | 'h2' = 'h1'): Part =>
  html`${heading === 'h1' ? html`<h1>Your prayer request</h1>` : html`<h2>${statusNames[row.status]}</h2>`}
${done ? html`<p role="status">${done}</p>` : ''}<p class="words">${row.request}</p>
<p class="quiet">${statusNames[row.status]} · ${consentWords[row.visibility]} ${counted(row.prayerCount)}</p>
${
  row.wantedVisibility
    ? html`<form method="post" action="${path}"><p class="note">May more people read it, so that they can pray with you? ${consentWords[row.wantedVisibility]}</p>
<input type="hidden" name="wanted" value="${row.wantedVisibility}">
<div class="buttons"><button type="submit" class="primary" name="do" value="agree">Yes, share it</button><button type="submit" class="quiet" name="do" value="keep">No, keep it as it is</button></div></form>`
    : ''
}
${
  row.status === 'answered' || row.status === 'archived'
    ? ''
    : html`<form method="post" action="${path}"><div class="buttons"><button type="submit" class="primary" name="do" value="still">Please keep praying</button></div></form>`
}
<form method="post" action="${path}"><div class="field"><label for="testimony">It was answered: tell what happened (optional)</label>
<textarea id="testimony" name="testimony" rows="4" maxlength="${String(LONGEST)}">${row.testimony}</textarea></div>
<div class="choices"><label class="box"><input type="checkbox" name="share" value="1"${ticked(row.testimonyShared)}><span>You may share these words with those who prayed</span></label></div>
<div class="buttons"><button type="submit" class="primary" name="do" value="answered">Save as answered</button></div></form>
<form method="post" action="${path}"><div class="buttons"><button type="submit" class="quiet" name="do" value="private">Show it to the staff only</button>
<button type="submit" class="quiet" name="do" value="erase">Delete my request</button></div></form>`
