import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described(
    'Cookie Policy',
    'The one cookie that Lampstand sets, and what is kept in your browser’s storage.',
    '/cookie-policy',
  )

/** The day on which these words were last changed. */
const CHANGED = 'November 20, 2026'

const kept = [
  ['lampstand_consent', 'Cookie, 365 days', 'Your answer to the cookie banner, so that it doesn’t ask again.'],
  [
    'sb-…-auth-token',
    'Browser storage, until you sign out',
    'Your session. Without it you would have to sign in on every page.',
  ],
  ['lampstand.account', 'Browser storage', 'The account you used last.'],
  ['lampstand.sidebar', 'Browser storage', 'Whether the sidebar is wide or narrow.'],
  [
    'lampstand.chat',
    'Browser storage, after your first chat message',
    'The key to your conversation, so that you see our answer when you come back. A church’s chat keeps its own key in the same way.',
  ],
  ['lampstand.opened.…', 'Browser storage, only after Accept', 'The screens you use most, to show them first.'],
]

export default function CookiePolicy() {
  return (
    <SitePage title="Cookie Policy" lead="We set one cookie, and it remembers only your answer about cookies.">
      <p className={classes.meta}>Last updated {CHANGED}</p>
      <p>We use no advertising cookies and no tracking pixels. Our pages load nothing from other companies.</p>
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
        Delete the cookie in your browser’s settings, and the banner asks again. If you decline, we keep only what is
        needed for signing in.
      </p>
    </SitePage>
  )
}
