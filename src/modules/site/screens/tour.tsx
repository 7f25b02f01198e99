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
    'Ten screens of a demo church, from Monday’s dashboard to importing your own list.',
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
    'The dashboard answers two questions: how are we doing, and who needs us today? Click any number to see the people behind it.',
  ],
  [
    'board',
    'All your follow-ups on one board',
    'Five stages from first visit to decision. Drag a card by mouse, touch or keyboard, and your colleagues see it move. A red edge means the follow-up is overdue.',
  ],
  [
    'lead',
    'One person, without leaving the board',
    'See the owner, the notes and the next step. Call or write from here, and it is logged.',
  ],
  [
    'people',
    'Everyone your church knows',
    'Find anyone by part of a name, email or phone number. Select some or all to tag, export or add to the board.',
  ],
  [
    'person',
    'A person, and their family',
    'Couples can share an email and keep separate profiles. Pastoral notes are visible only to pastors and owners.',
  ],
  [
    'inbox',
    'One conversation for each person',
    'Texts, emails, chats and calls in one place. Notes between colleagues appear in yellow and are never sent.',
  ],
  [
    'texts',
    'Text many people at once',
    'Choose recipients and see exactly how many people will get it. You can undo it for ten seconds, or schedule it.',
  ],
  [
    'mail',
    'The weekly email, and who read it',
    'Build it from blocks, preview it on a phone, and read an honest report that separates automated opens.',
  ],
  [
    'form',
    'The connect card',
    'Build it field by field with a live preview. Share it as a link or QR code, on your website or on a tablet in the lobby.',
  ],
  [
    'import',
    'Import your own list in an afternoon',
    'Drop in the file from your church software. See how each column is read, check what will happen, and undo the import if you need to.',
  ],
]

export default function Tour() {
  const { demo } = useLoaderData<typeof loader>()
  return (
    <SitePage
      title="A guided tour of the demo church"
      lead="Grace Community Church is made up, but the screens are real. Use the links or the arrow keys."
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
        <h2 id="end-title">End of the tour</h2>
        <p>
          {demo ? 'Explore the demo church yourself, or start with your own people.' : 'Start with your own people.'}
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
