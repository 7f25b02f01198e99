import {
  IconChartBar,
  IconDeviceMobileMessage,
  IconFileImport,
  IconForms,
  IconLayoutKanban,
  IconMail,
  IconMessages,
  IconPhone,
  IconUsers,
} from '@tabler/icons-react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { faqPage } from '../rules/head.ts'
import { offersOf, type PlanOnSale, softwareOf } from '../rules/offers.ts'
import { solutionsQuestions } from '../rules/questions.ts'
import classes from './page.module.css'
import { PlanCards } from './plan-cards.tsx'
import { Questions } from './questions.tsx'
import { Scenes } from './scenes.tsx'
import { Shot } from './shot.tsx'
import { described, SitePage } from './site-page.tsx'
import { Story } from './story.tsx'

export const handle = { static: true }
export const meta = ({ loaderData }: { loaderData?: { plans: PlanOnSale[] } }) =>
  described(
    'Solutions',
    'One suite for a church’s people, messages and follow-ups, instead of six separate tools.',
    '/sales-funnel',
    { image: 'solutions', things: [softwareOf(loaderData?.plans ?? []), faqPage(solutionsQuestions)] },
  )
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export async function loader({ context }: LoaderFunctionArgs) {
  try {
    const { items: plans } = await serverApi(context).plans.list({ family: 'suite' })
    return data<{ plans: PlanOnSale[] }>({ plans })
  } catch {
    // The rest of the page is as true without the prices.
    return data({ plans: [] as PlanOnSale[] }, { headers: { 'cache-control': 'no-store' } })
  }
}

/** What the suite holds today; what it does not is said below. */
const features = [
  [IconUsers, 'People and households', 'Each person once, with their family and your last conversation.'],
  [IconLayoutKanban, 'Lead pipeline', 'Five stages from first visit to decision, with a date for every next step.'],
  [IconMessages, 'Conversations', 'Texts, emails, chats and calls with one person in one conversation.'],
  [IconDeviceMobileMessage, 'SMS campaigns', 'Texts only to people who opted in.'],
  [IconMail, 'Email and newsletter', 'Write the bulletin once, then email it, print it and publish it on the web.'],
  [
    IconForms,
    'Forms and connect cards',
    'Sign-ups online, by phone and in the lobby that update your list automatically.',
  ],
  [IconPhone, 'Telephone', 'Your own phone numbers, menus, office hours, recordings and calls in the browser.'],
  [IconChartBar, 'Dashboard', 'See who needs you today. Click any number to see the people behind it.'],
  [
    IconFileImport,
    'Import with undo',
    'Import your list from your old program. Check it first, and undo it if you need to.',
  ],
] as const

export default function Solutions() {
  const { plans } = useLoaderData<typeof loader>()
  return (
    <SitePage
      title="Your whole ministry in one place"
      lead="Churches pay for six tools and keep four lists. Lampstand is one suite, made for the people who welcome, call, remember and care."
      wide
    >
      <p className={classes.actions}>
        <a className={classes.button} href="#plans">
          See the plans
        </a>
        <a className={`${classes.button} ${classes.quiet}`} href="/tour">
          Watch Demo
        </a>
      </p>
      <Story />
      <div className={classes.picture}>
        <Shot of="board" />
      </div>
      <h2>Nine tools that work together</h2>
      <ul className={classes.cards}>
        {features.map(([Icon, name, text]) => (
          <li key={name} className={classes.card}>
            <Icon className={classes.icon} stroke={1.75} aria-hidden />
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={classes.meta}>
        The <a href="/features">features page</a> describes each of them. Booking, giving, funnels and study tools are
        not included yet.
      </p>
      <Scenes />
      <Plans plans={plans} />
      <h2>Frequently asked questions</h2>
      <Questions of={solutionsQuestions} name="faq" />
      <Closing />
    </SitePage>
  )
}

function Plans({ plans }: { plans: PlanOnSale[] }) {
  const offers = offersOf(plans, 'month')
  return (
    <section id="plans" aria-labelledby="plans-title">
      <h2 id="plans-title">Plans for the whole suite</h2>
      <p className={classes.meta}>All plans: 14-day free trial, no credit card required</p>
      {offers.length > 0 ? (
        <PlanCards offers={offers} />
      ) : (
        <p className={classes.notice}>
          Failed to load pricing plans. <a href="/sales-funnel#plans">Retry</a>
        </p>
      )}
      <p className={classes.meta}>
        Need only the CRM? See the <a href="/pricing">pricing page</a>.
      </p>
    </section>
  )
}

function Closing() {
  return (
    <section className={`${classes.card} ${classes.closing}`} aria-labelledby="closing">
      <h2 id="closing">Start before Sunday</h2>
      <p>Start the trial today with your own list. Or tell us what you need, and we’ll help you choose a plan.</p>
      <p className={classes.actions}>
        <a className={classes.button} href="/login?signup=true">
          Start Free Trial
        </a>
        <a className={`${classes.button} ${classes.quiet}`} href="/contact?subject=Sales">
          Contact us
        </a>
      </p>
    </section>
  )
}
