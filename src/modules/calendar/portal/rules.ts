import { html } from 'hono/html'
import type { Html } from '#public-page/rules/document.ts'
import { whenText } from '../rules/when.ts'

interface Shown {
  title: string
  startsAt: Date
  endsAt: Date
  location: string
  /** pending, confirmed or waitlisted */
  state: string
  href: string
}

const states: Record<string, string> = {
  pending: 'Not confirmed yet',
  waitlisted: 'On the waitlist',
}

/** A person's own appointments that lie ahead; each leads to the page where it is moved or canceled. */
export const ownAppointments = (
  list: readonly Shown[],
  { timeZone, locale, bookHref }: { timeZone: string; locale: string; bookHref: string },
): Html | Promise<Html> => html`<section class="booking"><h1>Appointments</h1>
${list.length === 0 ? html`<p>You have no upcoming appointments.</p>` : ''}
<ul class="sessions">${list.map(
  ({ title, startsAt, endsAt, location, state, href }) => html`<li><strong>${title}</strong>
<span>${whenText({ startsAt, endsAt, timeZone, locale })}</span>
${location ? html`<span>${location}</span>` : ''}
${states[state] ? html`<span class="help">${states[state]}</span>` : ''}
<a class="quiet" href="${href}">Change or cancel</a></li>`,
)}</ul>
<div class="buttons"><a class="primary" href="${bookHref}">Book a time</a></div></section>`
