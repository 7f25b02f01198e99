import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described('Privacy Policy', 'What data Lampstand keeps, why, for how long, and who can see it.', '/privacy-policy')

/** The day on which these words were last changed. */
const CHANGED = 'November 20, 2026'

export default function PrivacyPolicy() {
  return (
    <SitePage title="Privacy Policy">
      <p className={classes.meta}>Last updated {CHANGED}</p>
      <h2>Whose data this is</h2>
      <p>
        A church that uses Lampstand decides what it keeps about its people. It owns that data. We store it for the
        church and use it only as the church instructs. Our staff look at a church’s data only when its owner asks for
        help, and each visit appears in the church’s audit log.
      </p>
      <h2>If you use Lampstand</h2>
      <p>
        We keep your name, your email address, a one-way hash of your password, your sessions with their network address
        and browser, and what you changed and when. We need it to sign you in, to keep others out, and to show a church
        who did what.
      </p>
      <h2>If you write to us</h2>
      <p>
        We keep what you write in the contact form or the chat, so that a person can answer it, and a one-way hash of
        your network address to limit spam. If you select the newsletter checkbox, we also keep your consent and the
        wording you saw.
      </p>
      <h2>Who can see it</h2>
      <p>
        Members of a church see what their role allows. Only pastors and owners see pastoral notes, and only people who
        manage finances see gifts. One church can never see another’s data: the database itself keeps them apart.
      </p>
      <h2>How long</h2>
      <p>
        Deleted data stays in the trash for 30 days and can be restored until then. The audit log is kept as long as the
        account. We keep opt-outs on purpose, so that they still apply after the next import.
      </p>
      <h2>Your rights</h2>
      <p>
        You can ask what we keep about you, and have it corrected, exported or deleted. Write to us with the{' '}
        <a href="/contact">contact form</a>. If a church keeps the data, we pass your request on to it.
      </p>
    </SitePage>
  )
}
