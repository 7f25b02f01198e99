import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'
import { TeamCards } from './team-cards.tsx'

export const handle = { static: true }
export const meta = () =>
  described('About Us', 'Why Lampstand exists, how it came to be, and what we hold to.', '/about', { image: 'about' })

const values = [
  [
    'Faith-Centered',
    'People are not contacts. Everything we build begins with somebody who is known by name and prayed for.',
  ],
  [
    'Excellence',
    'A church office deserves software as careful as its bookkeeping: exact, quick, and honest about what it does.',
  ],
  ['Service', 'We count ourselves among the volunteers. If a screen makes somebody feel stupid, the screen is wrong.'],
]

export default function About() {
  return (
    <SitePage
      title="About Us"
      lead="We help churches, ministries and faith-based businesses care for the people they meet."
    >
      <h2>Our mission</h2>
      <p>
        A visitor who is called within two days usually comes back; one who is called after a week usually doesn’t.
        Between the two lies nothing but attention, and attention is what a busy office has least of. Lampstand keeps
        it: who came, who said they would call, and what happened then.
      </p>
      <h2>Our story</h2>
      <p>
        Lampstand grew out of a desk with four lists of the same people on it: one in a spreadsheet, one in the mail
        program, one on paper and one in the pastor’s head. Software made for sales teams asked for deals and quotas. So
        we began to build what the office asked for instead: households that share one address, follow-ups that nobody
        forgets, and words that a volunteer understands on the first Sunday.
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
      <p>These four cards are examples. Whoever runs this installation of Lampstand introduces their own team here.</p>
      <TeamCards level={3} />
    </SitePage>
  )
}
