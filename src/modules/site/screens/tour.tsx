import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import type { Shot as Name } from '../rules/shots.ts'
import classes from './page.module.css'
import { Shot } from './shot.tsx'
import { described, SitePage } from './site-page.tsx'
import tour from './tour.module.css'

export const handle = { static: true }
export const meta = () =>
  described(
    'Guided tour',
    'Ten screens of a demo church, from Monday’s first look to the import of your own list.',
    '/tour',
    { image: 'tour' },
  )

/** Exploring for oneself is offered where there is a demo church. */
export async function loader({ context }: LoaderFunctionArgs) {
  const status = await serverApi(context)
    .status.list({})
    .catch(() => undefined)
  return { demo: status?.demo ?? false }
}

const steps: [Name, string, string][] = [
  [
    'dashboard',
    'Monday, 8:40: what needs you',
    'The dashboard answers two questions: how are we doing, and who needs us today. Every figure opens the rows that it counts.',
  ],
  [
    'board',
    'Everybody you follow up, on one board',
    'Five columns from the first hello to a home. Drag a card, by mouse, finger or keyboard, and your colleagues see it move. Red edges are people who should have been called by now.',
  ],
  [
    'lead',
    'One person, without leaving the board',
    'Who cares for them, what was said, and the day of the next step. Call or write from here, and it is noted.',
  ],
  [
    'people',
    'Everyone your church knows',
    'Find anybody by a piece of a name, an address or a number. Choose some or all of them: label, export, or put them on the board together.',
  ],
  [
    'person',
    'A person, and their family',
    'A couple may share one address and still be two people. Notes that only pastors read stay with pastors.',
  ],
  [
    'inbox',
    'One thread for each person',
    'Texts, mails, chats and calls, whoever answers. Notes among colleagues stand beside them in yellow and never leave the house.',
  ],
  [
    'texts',
    'A text to many, counted to the last',
    'Choose who should get it, and see how many that are after everybody who said no. It can be taken back for ten seconds, or planned for the hour that suits.',
  ],
  [
    'mail',
    'The week’s mail, and who read it',
    'Write it in blocks, see it as a phone shows it, and read an honest report: opens are about right, machines stand apart.',
  ],
  [
    'form',
    'The connect card',
    'Field by field, with the page beside it. Share it as a link, a code for the slide, a frame on your site or a tablet in the foyer.',
  ],
  [
    'import',
    'Your own list, in an afternoon',
    'Drop in the export of your church software. You see how each column was understood, a check says what would happen, and an import can be undone.',
  ],
]

export default function Tour() {
  const { demo } = useLoaderData<typeof loader>()
  return (
    <SitePage
      title="A guided tour of the demo church"
      lead="Grace Community Church is made up; the screens are not. Go on with the links, or with the arrow keys."
      wide
    >
      <ol className={tour.steps}>
        {steps.map(([shot, title, text], i) => (
          <li key={shot} id={`step-${i + 1}`} className={tour.step} tabIndex={-1}>
            <div className={tour.words}>
              <p className={classes.meta}>
                {i + 1} of {steps.length}
              </p>
              <h2>{title}</h2>
              <p>{text}</p>
              <Ways at={i + 1} />
            </div>
            <Shot of={shot} first={i === 0} />
          </li>
        ))}
      </ol>
      <section id="end" tabIndex={-1} className={`${classes.card} ${classes.closing}`} aria-labelledby="end-title">
        <h2 id="end-title">That was the tour</h2>
        <p>
          {demo
            ? 'Walk around in the demo church yourself, or begin with your own people.'
            : 'Begin with your own people.'}
        </p>
        <p className={classes.actions}>
          {demo ? (
            <a className={`${classes.button} ${classes.quiet}`} href="/login">
              Explore the demo
            </a>
          ) : null}
          <a className={classes.button} href="/login?signup=true">
            Start Free Trial
          </a>
        </p>
      </section>
      <script src="/tour.js" defer />
    </SitePage>
  )
}

function Ways({ at }: { at: number }) {
  const last = at === steps.length
  return (
    <p className={tour.ways}>
      {at > 1 ? (
        <a href={`#step-${at - 1}`} data-way="back">
          ← Previous
        </a>
      ) : null}
      <a href={last ? '#end' : `#step-${at + 1}`} data-way="on">
        {last ? 'Finish →' : 'Next →'}
      </a>
    </p>
  )
}
