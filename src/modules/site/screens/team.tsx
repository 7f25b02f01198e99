import { team } from '../rules/team.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () => described('Our Team', 'The people behind Lampstand.', '/team')

const initials = (name: string) =>
  name
    .split(' ')
    .map(word => word[0])
    .join('')
    .slice(0, 2)
    .toUpperCase()

export default function Team() {
  return (
    <SitePage
      title="Our Team"
      lead="These four cards are examples. The operator of this server adds their own team here."
      wide
    >
      <ul className={classes.cards}>
        {team.map(({ name, role, bio, linkedin, twitter }) => (
          <li key={name} className={classes.card}>
            <div className={classes.face} aria-hidden>
              {initials(name)}
            </div>
            <h2>{name}</h2>
            <p className={classes.meta}>{role} (example)</p>
            <p>{bio}</p>
            {linkedin || twitter ? (
              <p>
                {linkedin ? <a href={linkedin}>LinkedIn</a> : null} {twitter ? <a href={twitter}>Twitter</a> : null}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </SitePage>
  )
}
