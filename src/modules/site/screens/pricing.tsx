import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Interval } from '#billing/rules.ts'
import { serverApi } from '#web/server-api.ts'
import { faqPage } from '../rules/head.ts'
import { fallbackPlans, type Offer, offersOf, type PlanOnSale, softwareOf } from '../rules/offers.ts'
import { pricingQuestions } from '../rules/questions.ts'
import { ConnectionTest } from './connection-test.tsx'
import classes from './page.module.css'
import { PlanCards } from './plan-cards.tsx'
import { Questions } from './questions.tsx'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = ({ loaderData }: { loaderData?: Shown }) =>
  described(
    'Pricing',
    'Three plans for churches of every size. 14-day free trial, no credit card required, cancel anytime.',
    '/pricing',
    { image: 'pricing', things: [softwareOf(loaderData?.plans ?? []), faqPage(pricingQuestions)] },
  )
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

interface Shown {
  plans: PlanOnSale[]
  interval: Interval
  failed: boolean
  testing: boolean
}

/** Longer than this nobody waits for prices. */
const PATIENCE_MS = 3_000
const late = () => new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS, new Error('late')).unref())

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const interval: Interval = asked.get('interval') === 'year' ? 'year' : 'month'
  const testing = asked.get('view') === 'connection'
  try {
    const { items: plans } = await Promise.race([serverApi(context).plans.list({ family: 'crm' }), late()])
    return data<Shown>({ plans, interval, failed: false, testing })
  } catch {
    const shown: Shown = { plans: fallbackPlans, interval: 'month', failed: true, testing }
    return data(shown, { headers: { 'cache-control': 'no-store' } })
  }
}

export default function Pricing() {
  const { plans, interval, failed, testing } = useLoaderData<typeof loader>()
  if (testing) return <ConnectionTest />
  return (
    <SitePage title="Pricing" lead="Start with a 14-day free trial. No credit card required, cancel anytime." wide>
      {failed ? <ConnectionNotice /> : <Rhythm interval={interval} />}
      <Cards offers={offersOf(plans, interval)} />
      <h2>Billing questions</h2>
      <Questions of={pricingQuestions} />
      <h2>More than one campus, or many churches?</h2>
      <p>Tell us what you need. We’ll help you choose a plan, and churches get a discount.</p>
      <p className={classes.actions}>
        <a className={`${classes.button} ${classes.quiet}`} href="/contact?subject=Sales">
          Contact Sales
        </a>
      </p>
    </SitePage>
  )
}

function Cards({ offers }: { offers: Offer[] }) {
  if (offers.length > 0) return <PlanCards offers={offers} />
  return (
    <p className={classes.notice}>
      No plans are available right now. Please write to us, and we’ll help you choose one.
    </p>
  )
}

/** Links, so that it works without any script. */
function Rhythm({ interval }: { interval: Interval }) {
  return (
    <nav aria-label="Billing period" className={classes.switch}>
      <a href="/pricing" aria-current={interval === 'month' ? 'true' : undefined}>
        Monthly
      </a>
      <a href="/pricing?interval=year" aria-current={interval === 'year' ? 'true' : undefined}>
        Annual
      </a>
    </nav>
  )
}

function ConnectionNotice() {
  return (
    <section className={classes.notice} aria-labelledby="notice">
      <div>
        <p id="notice">
          <strong>Failed to load pricing plans</strong>
        </p>
        <p>Using demo pricing data - server connection unavailable</p>
      </div>
      <div className={classes.noticeActions}>
        <a className={classes.button} href="/pricing">
          Retry
        </a>
        <a className={`${classes.button} ${classes.quiet}`} href="/pricing?view=connection">
          Test Connection
        </a>
      </div>
    </section>
  )
}
