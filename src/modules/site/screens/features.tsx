import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described('Features', 'What Lampstand does for a church office, and what is being built next.', '/features', {
    image: 'features',
  })

/** Only what a visitor can try today is described as being there. */
const features = [
  [
    'Faith-Focused CRM',
    'People, households and groups the way a church knows them, with notes that only pastors read.',
    true,
  ],
  ['Business Automation', 'New guests get an owner and a day to be called by. Workflows of your own follow.', false],
  [
    'Email & SMS Campaigns',
    'One consent ledger already stops anything that would go to somebody who said no. Sending to many follows.',
    false,
  ],
  ['Event Management', 'Appointments, rooms and sign-ups, with reminders in the church’s own time.', false],
  ['Impact Analytics', 'Every figure on the dashboard opens the rows that it counts.', true],
  ['Community Building', 'Groups such as the choir or the Tuesday small group, kept as living lists.', true],
] as const

export default function Features() {
  return (
    <SitePage title="Features" lead="Made for the people who welcome, call, remember and care." wide>
      <ul className={classes.cards}>
        {features.map(([name, text, here]) => (
          <li key={name} className={classes.card}>
            <h2>{name}</h2>
            <p>{text}</p>
            <p className={classes.meta}>{here ? 'Here today' : 'Being built'}</p>
          </li>
        ))}
      </ul>
      <p className={classes.actions}>
        <a className={classes.button} href="/login?signup=true">
          Start Free Trial
        </a>
        <a className={`${classes.button} ${classes.quiet}`} href="/contact?subject=Schedule a demo">
          Schedule Demo
        </a>
      </p>
    </SitePage>
  )
}
