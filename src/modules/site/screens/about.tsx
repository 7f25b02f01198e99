import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'
import { TeamCards } from './team-cards.tsx'

export const handle = { static: true }
export const meta = () =>
  described('About Us', 'Why Lampstand exists, how it started, and what we value.', '/about', { image: 'about' })

const values = [
  [
    'Faith-Centered',
    'People are not contacts. Everything we build starts with someone who is known by name and prayed for.',
  ],
  [
    'Excellence',
    'A church office deserves software as careful as its bookkeeping: exact, quick, and honest about what it does.',
  ],
  ['Service', 'We see ourselves as volunteers too. If a screen makes someone feel stupid, the screen is wrong.'],
]

export default function About() {
  return (
    <SitePage
      title="About Us"
      lead="We help churches, ministries and faith-based businesses care for the people they meet."
    >
      <h2>Our mission</h2>
      <p>
        A visitor who gets a call within two days usually comes back. One who gets a call after a week usually doesn’t.
        Most offices want to call, but they are busy. Lampstand keeps track for you: who came, who will call, and what
        happened next.
      </p>
      <h2>Our story</h2>
      <p>
        Lampstand started in a church office with four lists of the same people: one in a spreadsheet, one in the email
        program, one on paper and one in the pastor’s head. Software made for sales teams asked for deals and quotas. So
        we built what the office needed: households that share an address, follow-ups that nobody forgets, and words
        that a volunteer understands on the first Sunday.
      </p>
      <h2>What we value</h2>
      <ul className={classes.cards}>
        {values.map(([name, text]) => (
          <li key={name} className={classes.card}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <h2>Our team</h2>
      <p>
        These four cards are examples. The people who run this installation of Lampstand introduce their own team here.
      </p>
      <TeamCards level={3} />
    </SitePage>
  )
}
