import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described(
    'Cookie Policy',
    'The one cookie that Lampstand sets, and what lies in your browser’s storage.',
    '/cookie-policy',
  )

/** The day on which these words were last changed. */
const CHANGED = 'November 20, 2026'

const kept = [
  ['lampstand_consent', 'Cookie, 365 days', 'Your answer to the cookie banner, so that it doesn’t ask again.'],
  [
    'sb-…-auth-token',
    'Browser storage, until you sign out',
    'Your session. Without it you would sign in on every page.',
  ],
  ['lampstand.account', 'Browser storage', 'Which of your accounts you were in last.'],
  ['lampstand.sidebar', 'Browser storage', 'Whether the sidebar is wide or narrow.'],
  [
    'lampstand.chat',
    'Browser storage, from your first message in the chat on',
    'The key to your conversation, so that you find our answer when you come back. The chat of a church keeps its own in the same way, under the church’s name.',
  ],
  ['lampstand.opened.…', 'Browser storage, only after Accept', 'Which screens you open most, to show them first.'],
]

export default function CookiePolicy() {
  return (
    <SitePage title="Cookie Policy" lead="We set one cookie, and it remembers only your answer about cookies.">
      <p className={classes.meta}>Last updated {CHANGED}</p>
      <p>
        There are no advertising cookies here and no pixels of others. No page of ours loads anything from another host.
      </p>
      <ul className={classes.cards}>
        {kept.map(([name, where, why]) => (
          <li key={name} className={classes.card}>
            <h2>
              <code>{name}</code>
            </h2>
            <p className={classes.meta}>{where}</p>
            <p>{why}</p>
          </li>
        ))}
      </ul>
      <h2>Changing your mind</h2>
      <p>
        Delete the cookie in your browser’s settings, and the banner asks again. If you decline, nothing beyond what a
        sign-in needs is kept.
      </p>
    </SitePage>
  )
}
