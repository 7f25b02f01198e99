import { ANNUAL_REFUND_DAYS, TRIAL_DAYS } from '#billing/rules.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described('Terms of Service', 'What you may expect of Lampstand, and Lampstand of you.', '/terms-of-service')

/** The day on which these words were last changed. */
const CHANGED = 'November 20, 2026'

export default function TermsOfService() {
  return (
    <SitePage title="Terms of Service">
      <p className={classes.meta}>Last updated {CHANGED}</p>
      <h2>Your account</h2>
      <p>
        Use your own name and address, keep your password to yourself, and tell us when somebody else may know it. You
        are answerable for what happens under your account, and an owner for whom they invite.
      </p>
      <h2>The free trial</h2>
      <p>
        The trial lasts {TRIAL_DAYS} days and needs no credit card. If you add a card during the trial, the first month
        is charged at its end unless you cancel before. Without a card nothing is charged, and your data stays readable.
      </p>
      <h2>Payment</h2>
      <ul>
        <li>There are no refunds for partial months.</li>
        <li>Annual plans can’t be refunded after {ANNUAL_REFUND_DAYS} days.</li>
        <li>An upgrade counts at once, and the difference is reckoned by the day.</li>
        <li>A downgrade takes effect with the next billing period.</li>
        <li>A cancelled subscription stays active until the period ends.</li>
      </ul>
      <h2>What you may not do</h2>
      <p>
        Do not send anything to people who have not agreed to it, do not keep data about people without a reason that
        you could tell them, and do not try to reach what belongs to another account.
      </p>
      <h2>What we promise</h2>
      <p>
        We keep your data safe, back it up, and hand it over to you in a common format whenever you ask. We tell you of
        interruptions as they happen. We can’t promise that nothing will ever fail, and our liability ends at what you
        have paid in the year before.
      </p>
      <h2>Ending</h2>
      <p>
        You may leave at any time and take your data along. We may end an account that harms others, after a warning
        where that is possible.
      </p>
    </SitePage>
  )
}
