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
  ['A connect card in a drawer', 'Somebody meant to call. Three weeks later nobody knows who, or whether they did.'],
  ['Four lists of the same people', 'The office, the choir, the mail tool and the pastor each keep their own.'],
  ['Ten minutes between two calls', 'That is the time there is. Software built for sales teams takes all of it.'],
]

const features = [
  [
    IconHeartHandshake,
    'Christ-centered CRM',
    'People, families and groups the way a church knows them. A couple may share one address and still be two people.',
  ],
  [
    IconRepeat,
    'Automated follow-up',
    'A new guest gets a name beside theirs and a day to be called by. When it passes, that person hears of it first.',
  ],
  [
    IconChartDots3,
    'Ministry analytics',
    'Who is new, who was called, who found a home. Every figure opens the rows that it counts.',
  ],
  [
    IconLifebuoy,
    'Faith-based support',
    'Your own words throughout: guests, giving, small groups. Plain language that a volunteer follows on the first Sunday.',
  ],
] as const

const words = [
  {
    name: 'One thread for each person',
    text: 'Texts, mails, chats and calls with one person stand in one place, whoever of you answers.',
    points: [
      'You see who is replying, and what a colleague noted',
      'A family that shares a number is asked about, never guessed',
      'Now, later, or given to somebody else',
    ],
    shot: 'inbox',
  },
  {
    name: 'To everybody who said yes, and to nobody else',
    text: 'Whoever writes STOP, in whatever spelling, hears from you no more, until they themselves change their mind.',
    points: [
      'The exact number before you send, and why the others are left out',
      'Nobody is woken: quiet hours by the reader’s own clock',
      'What it costs, with a cap for the month',
    ],
    shot: 'texts',
  },
  {
    name: 'Cards that fill themselves in',
    text: 'The connect card is on a phone in the pew, on a tablet in the foyer and on your site, and lands on the board.',
    points: [
      'Husband, wife and children in one card, kept as a household',
      'It goes on without Wi-Fi, and sends itself when there is some',
      'Each yes is kept with the words that were shown',
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
          Lampstand keeps your people, your guests and every word with them in one calm place, so that nobody is
          forgotten between two Sundays.
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
          Guests slip away in the first week, and nobody meant it
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
        One place, from the first hello to the family table
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
          Every word in and out, in one place
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
        Bring your list, and be ready by Sunday
      </h2>
      <p className={classes.lead}>
        Import a spreadsheet or an export of your church software. The columns are recognized for you, and nothing is
        merged behind your back.
      </p>
      {startTrial}
    </section>
  )
}
