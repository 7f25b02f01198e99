import { Rows } from './feature-rows.tsx'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described(
    'Features',
    'People and households, texts and email, follow-ups, forms and reports for your church office.',
    '/features',
    { image: 'features' },
  )

/** Only what a visitor can try in the demo church. */
const features = [
  {
    name: 'Faith-Focused CRM',
    text: 'People, households and groups, organized for a church. Couples can share an email and keep separate profiles.',
    points: [
      'Households, tags, groups and custom fields',
      'Notes that only pastors read',
      'Import your list from a spreadsheet, and undo an import',
      'Find, compare and merge duplicates',
    ],
    shot: 'person',
  },
  {
    name: 'Business Automation',
    text: 'After a connect card, a visit or an appointment, a workflow does the rest: it writes, waits, reminds and asks.',
    points: [
      'Workflows drawn as a tree, with templates for guests, volunteers, baptism and birthdays',
      'Simulate one for a person before you publish it, and see who is at each step',
      'Connect cards for the whole family, in several languages: online, by QR code or on a tablet in the lobby',
      'Follow-ups that remind their owner when they are overdue',
    ],
    shot: 'workflow',
  },
  {
    name: 'Email & SMS Campaigns',
    text: 'Write only to people who opted in. Before you send, you see how many people get it, and who is excluded and why.',
    points: [
      'One list of opt-ins and opt-outs for every text, email and call',
      'Quiet hours in each person’s time zone, and a quiet Sunday morning',
      'An email editor, text polls and A/B tests',
      'Reports that don’t count automated opens and clicks',
    ],
    shot: 'texts',
  },
  {
    name: 'Event Management',
    text: 'Guests book a time from their phone, classes fill up by themselves, and no room is promised twice.',
    points: [
      'Booking pages with reminders, answered with Y or N',
      'Rooms, equipment and a second adult in one booking',
      'Attendance by name, by headcount or at a check-in page',
      'Event pages built from your calendar, with sign-up and waitlist',
    ],
    shot: 'calendar',
  },
  {
    name: 'Impact Analytics',
    text: 'See who is new, who was called and who stayed. Click any number to see the people behind it.',
    points: [
      'A dashboard that shows who needs you today',
      'Where guests come from, and how many stay',
      'Which emails were read and which texts were answered',
      'Where people stopped filling out a form',
    ],
    shot: 'dashboard',
  },
  {
    name: 'Community Building',
    text: 'Keep groups such as the choir or the Tuesday small group up to date, and talk with them in one place.',
    points: [
      'One conversation for each person across text, email, chat and phone',
      'Prayer requests that only the right people read, and prayer chains by text',
      'Reviews from every platform in one list, with responses, review requests and testimonies',
      'A chat on your website, answered by your team, and at night by an assistant that knows your answers',
      'See which colleague is replying, and leave notes for each other',
    ],
    shot: 'people',
  },
] as const

export default function Features() {
  return (
    <SitePage title="Features" lead="Made for the people who welcome, call, remember and care." wide>
      <Rows of={features} first />
      <section className={`${classes.card} ${classes.closing}`} aria-labelledby="try-title">
        <h2 id="try-title">See it with your own people</h2>
        <p>
          Try Lampstand with your own list. No credit card required. Or tell us what you need, and we’ll help you choose
          a plan.
        </p>
        <p className={classes.actions}>
          <a className={classes.button} href="/login?signup=true">
            Start Free Trial
          </a>
          <a className={`${classes.button} ${classes.quiet}`} href="/schedule/demo">
            Schedule Demo
          </a>
        </p>
      </section>
    </SitePage>
  )
}
