import { Rows } from './feature-rows.tsx'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described(
    'Features',
    'People and households, texts and mail, follow-up, forms and figures: what Lampstand does for a church office.',
    '/features',
    { image: 'features' },
  )

/** Only what a visitor can try in the demo church. */
const features = [
  {
    name: 'Faith-Focused CRM',
    text: 'People, households and groups the way a church knows them. A couple may share one address and still be two people.',
    points: [
      'Families, labels, groups and fields of your own',
      'Notes that only pastors read',
      'Your list comes in from a spreadsheet, and an import can be undone',
      'The same person twice is found, compared and made one',
    ],
    shot: 'person',
  },
  {
    name: 'Business Automation',
    text: 'What a guest writes on a card becomes a person with a name beside theirs and a day to be called by. Nobody has to copy it.',
    points: [
      'Connect cards for the whole family, in several languages: on the web, by a code on a slide, on a tablet in the foyer',
      'Follow-ups that tell their owner first when they are late',
      'Words that people text to join a list, with your answer',
      'Telephone menus, office hours and voicemail that is written down',
    ],
    shot: 'form',
  },
  {
    name: 'Email & SMS Campaigns',
    text: 'Write to many, and to nobody who said no. Before anything leaves you see how many get it, who is left out, and why.',
    points: [
      'One list of yes and no before every text, mail and call',
      'Quiet hours by each reader’s own clock, and a Sunday morning kept free',
      'A mail editor, questions with answers to choose from, two versions held against each other',
      'Reports that count what people did, and set machines apart',
    ],
    shot: 'texts',
  },
  {
    name: 'Event Management',
    text: 'Sign-up pages for the supper, the camp and the workday, with a text to everybody who is coming.',
    points: [
      'A sign-up form in a minute, whose places run out one by one',
      'Who has signed up becomes a list to write to',
      'A reminder planned for the hour you choose, on either side of a clock change',
      'Who answers lands in Conversations, with their family beside them',
    ],
    shot: 'inbox',
  },
  {
    name: 'Impact Analytics',
    text: 'Who is new, who was called, who found a home. Every figure opens the rows that it counts.',
    points: [
      'The dashboard answers who needs you today',
      'Where guests come from, and how many stay',
      'Which mails were read and which texts were answered',
      'At which question of a form people stopped',
    ],
    shot: 'dashboard',
  },
  {
    name: 'Community Building',
    text: 'Groups such as the choir or the Tuesday small group, kept as living lists, and a place for what they say.',
    points: [
      'One thread for each person over text, mail, chat and telephone',
      'A prayer chain that people join by one word',
      'A chat on your own pages, answered by whoever is at the desk',
      'Colleagues see who is replying, and leave each other notes',
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
        <p>The trial takes your list and needs no card. Or tell us what you need, and we look at it together.</p>
        <p className={classes.actions}>
          <a className={classes.button} href="/login?signup=true">
            Start Free Trial
          </a>
          <a className={`${classes.button} ${classes.quiet}`} href="/contact?subject=Schedule a demo">
            Schedule Demo
          </a>
        </p>
      </section>
    </SitePage>
  )
}
