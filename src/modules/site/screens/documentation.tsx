import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described('Documentation', 'Quick start, guides and reference.', '/documentation', {
    image: 'documentation',
  })

const sections = [
  ['Using Lampstand', 'Short, searchable articles about every screen.', '/help', 'Open the help center'],
  [
    'REST API',
    'Every endpoint with its permission, parameters and responses.',
    '/documentation/api',
    'Read the API reference',
  ],
  [
    'Signing in from programs',
    'Sessions use the open GoTrue protocol, with client libraries in many languages.',
    '/documentation/api#start',
    'Make a first call',
  ],
  [
    'Self-hosting',
    'One command starts Lampstand on your own computer or server, and another makes a backup.',
    '/help/backup',
    'Back up and restore',
  ],
] as const

const steps = [
  ['Create an account', 'Sign up with your name and email. The trial needs no credit card.'],
  ['Enter your church’s details', 'Name, time zone, country and address in one form.'],
  ['Import your people', 'Drop the file from your church software. A check shows what will happen before you import.'],
  ['Add guests to the board', 'Select people in the list and press Add to the board.'],
  ['Invite a colleague', 'Choose a role for each. You see each other’s changes within a second.'],
]

export default function Documentation() {
  return (
    <SitePage title="Documentation" lead="Get started in five steps, then look up what you need." wide>
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
