import { html } from 'hono/html'
import { type Html, markup } from '#public-page/rules/document.ts'
import { honeypotField } from '#public-page/rules/fields.ts'

export type Part = Html | Promise<Html>

interface OpenEvent {
  id: string
  title: string
  startsAt: Date
}
export interface PageOf {
  /** `/checkin/grace` */
  path: string
  /** Starts over by itself when nobody touches it. */
  kiosk: boolean
}
interface Clock {
  timeZone: string
  locale: string
}

/** A kiosk shows nobody's names for longer than this without a touch. */
export const RESET_SECONDS = 15

const startOf = ({ path, kiosk }: PageOf) => (kiosk ? `${path}?kiosk=1` : path)
const kept = ({ kiosk }: PageOf): Part => (kiosk ? html`<input type="hidden" name="kiosk" value="1">` : html``)
/** Read by browser/check-in.ts. */
const resets = (page: PageOf): Part =>
  page.kiosk ? html`<div data-reset="${startOf(page)}" data-seconds="${String(RESET_SECONDS)}"></div>` : html``

const timeOf = (event: OpenEvent, { timeZone, locale }: Clock) =>
  new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }).format(event.startsAt)

function eventChoice(events: readonly OpenEvent[], chosen: string, clock: Clock): Part {
  if (events.length === 1)
    return html`<p class="help">${events[0]!.title}, ${timeOf(events[0]!, clock)}</p><input type="hidden" name="event" value="${events[0]!.id}">`
  return html`<fieldset class="choices"><legend>Which service?</legend>${events.map(
    event =>
      html`<label class="box"><input type="radio" name="event" value="${event.id}"${event.id === chosen ? markup(' checked') : ''}><span>${event.title}, ${timeOf(event, clock)}</span></label>`,
  )}</fieldset>`
}

/** Which service, and the last four digits. */
export function findPage(
  page: PageOf & Clock & { events: readonly OpenEvent[]; chosen: string; problem?: string },
): Part {
  const { problem } = page
  return html`<h1>Check in</h1>
<form method="post" action="${page.path}/find" novalidate>
${eventChoice(page.events, page.chosen, page)}
<div class="field"><label for="digits">Last four digits of your phone number</label>
<p class="help" id="digits-help">Any number that the church has of your household.</p>
<input id="digits" name="digits" inputmode="numeric" autocomplete="off" maxlength="4" pattern="[0-9]{4}" required aria-describedby="digits-help digits-problem"${problem ? markup(' aria-invalid="true"') : ''}>
<p class="problem" id="digits-problem" role="alert">${problem ?? ''}</p></div>
${honeypotField()}${kept(page)}<button type="submit" class="primary">Find my household</button></form>`
}

export interface OfferedFamily {
  /** What was offered, sealed. */
  token: string
  people: readonly { firstName: string; isHere: boolean }[]
}

const familyForm = (
  page: PageOf,
  { token, people }: OfferedFamily,
  nth: number,
): Part => html`<form method="post" action="${page.path}/here">
<fieldset class="choices"><legend>Who is here today?</legend>${people.map(
  ({ firstName, isHere }, i) =>
    html`<label class="box"><input type="checkbox" name="person" value="${String(i)}" id="person-${String(nth)}-${String(i)}"${isHere ? markup(' checked disabled') : ''}><span>${firstName}${isHere ? ' (checked in)' : ''}</span></label>`,
)}</fieldset>
<input type="hidden" name="choice" value="${token}">${kept(page)}<div class="buttons"><button type="submit" class="primary">Check in</button></div></form>`

/** First names of the households that were found, and nothing else about them. */
export const familiesPage = (
  page: PageOf & { families: readonly OfferedFamily[]; problem?: string },
): Part => html`<h1>Check in</h1>
<p class="problem" role="alert">${page.problem ?? ''}</p>
${page.families.map((family, i) => familyForm(page, family, i))}
<p class="links"><a href="${startOf(page)}">Not your household? Start over</a></p>${resets(page)}`

/** Who was checked in, with Undo. */
export const donePage = (
  page: PageOf & { names: readonly string[]; undo: string | null },
): Part => html`<h1>Welcome!</h1>
<p>${page.names.length === 0 ? 'You were checked in already.' : `${listOf(page.names)} ${page.names.length === 1 ? 'is' : 'are'} checked in.`}</p>
${
  page.undo
    ? html`<form method="post" action="${page.path}/undo"><input type="hidden" name="choice" value="${page.undo}">${kept(page)}<div class="buttons"><a class="primary" href="${startOf(page)}">Done</a><button type="submit" class="quiet">Undo</button></div></form>`
    : html`<p class="links"><a href="${startOf(page)}">Done</a></p>`
}${resets(page)}`

export const undonePage = (page: PageOf): Part => html`<h1>Check in</h1><p>The check-in was undone.</p>
<p class="links"><a href="${startOf(page)}">Start over</a></p>${resets(page)}`

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names)
