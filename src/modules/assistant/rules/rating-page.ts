import { html } from 'hono/html'

const steps = [
  [1, 'Not at all'],
  [2, 'A little'],
  [3, 'Partly'],
  [4, 'Mostly'],
  [5, 'Yes, fully'],
] as const

/** Five buttons, one tap; works without JavaScript. */
export const ratingPage = (path: string) => html`<h1>Did we help you?</h1>
  <form method="post" action="${path}">
    <p class="note">One tap is enough. We only keep your rating.</p>
    <div class="buttons">
      ${steps.map(([value, label]) => html`<button class="quiet" name="rating" value="${value}">${value}: ${label}</button>`)}
    </div>
  </form>`

export const ratedPage = () => html`<h1>Thank you</h1><p>Your rating helps us answer better.</p>`
