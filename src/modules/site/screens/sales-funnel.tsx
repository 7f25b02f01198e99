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
    'One suite for a church’s people, words and follow-up, instead of six tools that don’t know each other.',
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
  [IconUsers, 'People and households', 'Everybody once, with the family they belong to and what was said last.'],
  [IconLayoutKanban, 'Lead pipeline', 'Five columns from the first hello to a home, with a day for every next step.'],
  [IconMessages, 'Conversations', 'Texts, mails, chats and calls with one person in one thread, whoever answers.'],
  [IconDeviceMobileMessage, 'SMS campaigns', 'Texts that reach those who said yes, and nobody who said no.'],
  [IconMail, 'E-mail and newsletter', 'A bulletin by Friday: written once, mailed, printed and kept on the web.'],
  [
    IconForms,
    'Forms and connect cards',
    'Sign-ups on the web, in the pew and in the foyer that fill in your list themselves.',
  ],
  [IconPhone, 'Telephone', 'Numbers of your own, menus, office hours, recordings, and a telephone in the browser.'],
  [
    IconChartBar,
    'Dashboard',
    'Who needs you today, and what became of everybody else. Figures open the rows they count.',
  ],
  [
    IconFileImport,
    'Import with undo',
    'Your list from the program you had, checked before it comes in and taken back if need be.',
  ],
] as const

export default function Solutions() {
  const { plans } = useLoaderData<typeof loader>()
  return (
    <SitePage
      title="Everything your ministry says and does, in one place"
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
      <h2>Nine parts that know each other</h2>
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
        The <a href="/features">features page</a> shows each of them. Booking, giving, funnels and study tools are not
        in it today.
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
        Only the CRM? Its plans are on the <a href="/pricing">pricing page</a>.
      </p>
    </section>
  )
}

function Closing() {
  return (
    <section className={`${classes.card} ${classes.closing}`} aria-labelledby="closing">
      <h2 id="closing">Begin before Sunday</h2>
      <p>Start the trial today and bring your list. Or tell us what you need, and we look at it together.</p>
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
