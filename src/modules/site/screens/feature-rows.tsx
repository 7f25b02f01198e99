import type { Shot as Name } from '../rules/shots.ts'
import classes from './feature-rows.module.css'
import { Shot } from './shot.tsx'

interface Row {
  name: string
  text: string
  points: readonly string[]
  shot: Name
}

interface RowsProps {
  of: readonly Row[]
  /** The topmost picture is among the first things one sees. */
  first?: boolean
  /** Under a heading of the page. */
  under?: boolean
}

/** What the product does, each beside a screen of the demo church, by turns left and right. */
export function Rows({ of, first, under }: RowsProps) {
  const Heading = under ? 'h3' : 'h2'
  return (
    <ul className={classes.rows}>
      {of.map(({ name, text, points, shot }, i) => (
        <li key={name} className={classes.row}>
          <div className={classes.words}>
            <Heading className={classes.name}>{name}</Heading>
            <p>{text}</p>
            <ul className={classes.points}>
              {points.map(point => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
          <Shot of={shot} first={first && i === 0} />
        </li>
      ))}
    </ul>
  )
}
