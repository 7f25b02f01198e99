import { team } from '../rules/team.ts'
import classes from './page.module.css'

/** Who is behind it: picture, role, a few words, and where else to find them. */
export function TeamCards({ level }: { level: 2 | 3 }) {
  const Name = level === 2 ? 'h2' : 'h3'
  return (
    <ul className={classes.cards}>
      {team.map(({ name, role, bio, picture, linkedin, twitter }) => (
        <li key={name} className={classes.card}>
          <img src={picture.src} alt={picture.alt} width={96} height={96} loading="lazy" className={classes.face} />
          <Name>{name}</Name>
          <p className={classes.meta}>{role} (example)</p>
          <p>{bio}</p>
          <p className={classes.links}>
            <a href={linkedin} rel="noopener" aria-label={`${name} on LinkedIn`}>
              LinkedIn
            </a>
            <a href={twitter} rel="noopener" aria-label={`${name} on Twitter`}>
              Twitter
            </a>
          </p>
        </li>
      ))}
    </ul>
  )
}
