import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described('Documentation', 'Quick start, and where everything about Lampstand is written down.', '/documentation', {
    image: 'documentation',
  })

const sections = [
  ['Using Lampstand', 'Short articles on every screen, with a search.', '/help', 'Open the help center'],
  [
    'REST API',
    'Every call with who may make it, what it takes and what it answers.',
    '/documentation/api',
    'Read the API reference',
  ],
  [
    'Signing in from programs',
    'Sessions follow the open GoTrue protocol: client libraries exist in many languages.',
    '/documentation/api#start',
    'Make a first call',
  ],
  [
    'Running your own house',
    'One command on your own machine or server, with backups in another.',
    '/help/backup',
    'Back up and restore',
  ],
] as const

const steps = [
  ['Create an account', 'Sign up with your name and address. The trial needs no card.'],
  ['Say where your church is', 'Name, time zone, country and address, in one form.'],
  ['Bring in your people', 'Drop the export of your church software. The check shows what will happen before it does.'],
  ['Put guests on the board', 'Choose people in the list, press Add to the board.'],
  ['Invite a colleague', 'Give each a role. You see each other’s changes within a second.'],
]

export default function Documentation() {
  return (
    <SitePage title="Documentation" lead="Start in five steps, then look up what you need." wide>
      <h2>Quick start</h2>
      <ol className={classes.steps}>
        {steps.map(([what, how]) => (
          <li key={what}>
            <strong>{what}.</strong> {how}
          </li>
        ))}
      </ol>
      <ul className={classes.cards}>
        {sections.map(([what, text, href, label]) => (
          <li key={what} className={classes.card}>
            <h2>{what}</h2>
            <p>{text}</p>
            <p>
              <a href={href}>{label}</a>
            </p>
          </li>
        ))}
      </ul>
    </SitePage>
  )
}
