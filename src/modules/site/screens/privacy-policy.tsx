import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described(
    'Privacy Policy',
    'What Lampstand keeps about whom, why, for how long, and who can see it.',
    '/privacy-policy',
  )

/** The day on which these words were last changed. */
const CHANGED = 'November 20, 2026'

export default function PrivacyPolicy() {
  return (
    <SitePage title="Privacy Policy">
      <p className={classes.meta}>Last updated {CHANGED}</p>
      <h2>Whose data this is</h2>
      <p>
        A church that uses Lampstand decides what it keeps about its people. It owns that data; we keep it for the
        church and do nothing with it on our own. Nobody of ours looks into a church’s rows unless its owner asks for
        help, and such a visit is written into the church’s own record.
      </p>
      <h2>What we keep about you, who use Lampstand</h2>
      <p>
        Your name, your e-mail address, a one-way hash of your password, your sessions with the network address and
        browser they came from, and what you changed and when. We need it to let you in, to keep others out, and to show
        a church who did what.
      </p>
      <h2>What we keep about you, who write to us</h2>
      <p>
        What you type into the contact form or the chat, so that a person can answer it, and a one-way hash of your
        network address, so that one machine can’t flood us. If you tick the newsletter box we also keep that you did,
        and the words that stood beside it.
      </p>
      <h2>Who can see it</h2>
      <p>
        Members of a church see what their role allows. Pastoral notes are seen by pastors and owners alone, gifts by
        those who keep the books. One church can never see another’s rows: the database itself refuses.
      </p>
      <h2>How long</h2>
      <p>
        What is deleted lies in a trash for 30 days and can be brought back until then. The record of changes stays as
        long as the account. That somebody asked not to be written to is kept on purpose, so that it is still true after
        the next import.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask what we keep about you, have it corrected, handed over or deleted. Write to us with the{' '}
        <a href="/contact">contact form</a>; where a church keeps the data, we pass your request on to it.
      </p>
    </SitePage>
  )
}
