import { ANNUAL_REFUND_DAYS, TRIAL_DAYS } from '#billing/rules.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described('Terms of Service', 'What you can expect from Lampstand, and what we expect from you.', '/terms-of-service')

/** The day on which these words were last changed. */
const CHANGED = 'November 20, 2026'

export default function TermsOfService() {
  return (
    <SitePage title="Terms of Service">
      <p className={classes.meta}>Last updated {CHANGED}</p>
      <h2>Your account</h2>
      <p>
        Use your own name and email address, keep your password secret, and tell us if someone else may know it. You are
        responsible for what happens under your account, and an owner is responsible for the people they invite.
      </p>
      <h2>The free trial</h2>
      <p>
        The trial lasts {TRIAL_DAYS} days and needs no credit card. If you add a card during the trial, you are charged
        for the first month when it ends, unless you cancel before. Without a card nothing is charged, and you can still
        read your data.
      </p>
      <h2>Payment</h2>
      <ul>
        <li>There are no refunds for partial months.</li>
        <li>Annual plans can’t be refunded after {ANNUAL_REFUND_DAYS} days.</li>
        <li>Upgrades start immediately and are prorated.</li>
        <li>Downgrades start with the next billing period.</li>
        <li>A canceled subscription stays active until the period ends.</li>
      </ul>
      <h2>What you may not do</h2>
      <p>
        Do not send anything to people who have not agreed to it, do not keep data about people without a good reason,
        and do not try to access another account.
      </p>
      <h2>What we promise</h2>
      <p>
        We keep your data safe, back it up, and give it to you in a common format whenever you ask. We tell you about
        outages as they happen. We can’t promise that nothing will ever fail, and our liability is limited to what you
        paid in the past year.
      </p>
      <h2>Ending</h2>
      <p>
        You can leave at any time and export your data. We may close an account that harms others, after a warning if
        possible.
      </p>
    </SitePage>
  )
}
