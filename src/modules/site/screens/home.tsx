import '@fontsource/inter/400.css'
import '@fontsource/inter/600.css'
import '@fontsource/source-serif-4/600.css'
import { IconChartDots3, IconHeartHandshake, IconLifebuoy, IconRepeat } from '@tabler/icons-react'
import { headOf, organization, webSite } from '../rules/head.ts'
import { Rows } from './feature-rows.tsx'
import classes from './home.module.css'
import { PublicPage } from './public-page.tsx'
import { Scenes } from './scenes.tsx'
import { Shot } from './shot.tsx'

export const handle = { static: true }

export const meta = () =>
  headOf({
    title: 'Lampstand · Care for every person who walks through your door',
    description:
      'A Christ-centered CRM for churches, ministries and faith-based businesses. 14-day free trial, no credit card required, cancel anytime.',
    path: '/',
    things: [organization, webSite],
  })

const problems = [
  ['A connect card in a drawer', 'Someone meant to call. Three weeks later, nobody knows who, or whether they did.'],
  ['Four lists of the same people', 'The office, the choir, the email program and the pastor each keep their own.'],
  ['Ten minutes between two calls', 'That is all the time you have. Software made for sales teams uses it up.'],
]

const features = [
  [
    IconHeartHandshake,
    'Christ-centered CRM',
    'People, families and groups, organized for a church. Couples can share an email and keep separate profiles.',
  ],
  [
    IconRepeat,
    'Automated follow-up',
    'Every new guest gets an owner and a follow-up date. If it passes, the owner gets a reminder.',
  ],
  [
    IconChartDots3,
    'Ministry analytics',
    'See who is new, who was called and who stayed. Click any number to see the people behind it.',
  ],
  [
    IconLifebuoy,
    'Faith-based support',
    'Words you already use: guests, giving, small groups. Plain language that a volunteer understands on the first Sunday.',
  ],
] as const

const words = [
  {
    name: 'One conversation for each person',
    text: 'Texts, emails, chats and calls with one person are in one place, whichever of you answers.',
    points: [
      'See who is replying, and your colleagues’ notes',
      'When a family shares a number, Lampstand asks instead of guessing',
      'Reply now, schedule it, or assign it to someone else',
    ],
    shot: 'inbox',
  },
  {
    name: 'Only to people who opted in',
    text: 'When someone replies STOP, they stop hearing from you until they opt in again.',
    points: [
      'The exact number of recipients before you send, and why others are excluded',
      'Quiet hours in each person’s time zone',
      'The cost before you send, and a monthly cap',
    ],
    shot: 'texts',
  },
  {
    name: 'Connect cards without paperwork',
    text: 'Guests fill out a connect card on their phone, on a tablet in the lobby or on your website, and appear on the board.',
    points: [
      'The whole family on one card, saved as a household',
      'Works without Wi-Fi, and sends when it is back',
      'Each consent is saved with the wording they saw',
    ],
    shot: 'form',
  },
] as const

export default function HomeScreen() {
  return (
    <PublicPage>
      <Hero />
      <Problems />
      <Features />
      <Words />
      <div className={classes.plain}>
        <div className={`${classes.inner} ${classes.scenes}`}>
          <Scenes pictures />
        </div>
      </div>
      <Closing />
    </PublicPage>
  )
}

const startTrial = (
  <a className={classes.primary} href="/login?signup=true">
    Start Free Trial
  </a>
)

function Hero() {
  return (
    <section className={classes.hero}>
      <div className={classes.first}>
        <p className={classes.kicker}>The CRM for churches and ministries</p>
        <h1 className={classes.title}>Care for every person who walks through your door</h1>
        <p className={classes.lead}>
          Lampstand keeps your people, your guests and your conversations in one place, so that nobody is forgotten
          between Sundays.
        </p>
        <p className={classes.ways}>
          {startTrial}
          <a className={classes.secondary} href="/tour">
            Watch Demo
          </a>
        </p>
        <ul className={classes.claims}>
          <li>14-day free trial</li>
          <li>No credit card required</li>
          <li>Cancel anytime</li>
        </ul>
      </div>
      <figure className={classes.figure}>
        <Shot of="dashboard" first />
      </figure>
    </section>
  )
}

function Problems() {
  return (
    <section className={classes.band} aria-labelledby="problem">
      <div className={classes.inner}>
        <h2 id="problem" className={classes.heading}>
          Guests slip away in the first week
        </h2>
        <div className={classes.three}>
          {problems.map(([what, why]) => (
            <div key={what}>
              <h3 className={classes.small}>{what}</h3>
              <p>{why}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function Features() {
  return (
    <section className={classes.inner} aria-labelledby="features">
      <h2 id="features" className={classes.heading}>
        One place, from the first hello to membership
      </h2>
      <ul className={classes.cards}>
        {features.map(([Icon, what, how]) => (
          <li key={what} className={classes.card}>
            <Icon className={classes.icon} stroke={1.75} aria-hidden />
            <h3 className={classes.small}>{what}</h3>
            <p>{how}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Words() {
  return (
    <section className={classes.band} aria-labelledby="words">
      <div className={classes.inner}>
        <h2 id="words" className={classes.heading}>
          Every conversation in one place
        </h2>
        <Rows of={words} under />
      </div>
    </section>
  )
}

function Closing() {
  return (
    <section className={classes.closing} aria-labelledby="start">
      <h2 id="start" className={classes.heading}>
        Import your list and be ready by Sunday
      </h2>
      <p className={classes.lead}>
        Import a spreadsheet or a file from your church software. Columns are recognized for you, and nothing is merged
        without asking.
      </p>
      {startTrial}
    </section>
  )
}
