import type { Shot as Name } from '../rules/shots.ts'
import classes from './page.module.css'
import own from './scenes.module.css'
import { Shot } from './shot.tsx'

const scenes: [when: string, what: string, shot: Name][] = [
  [
    'Monday, 8:40',
    'Three families came for the first time yesterday. By 9:00 AM each family has someone who will call, and a date to call by.',
    'board',
  ],
  [
    'Wednesday, between two calls',
    'A mother asks for prayer by text. The office sees the earlier messages, tells the pastor in a note, and answers before the next call comes in. Nobody has to ask twice.',
    'inbox',
  ],
  [
    'Friday, before the weekend',
    'The dashboard shows who still needs a call. A volunteer takes two names, calls from the parking lot, and adds a note.',
    'dashboard',
  ],
]

/** In place of praise by people who don't exist. */
export function Scenes({ pictures }: { pictures?: boolean }) {
  return (
    <section aria-labelledby="scenes">
      <h2 id="scenes">A week at Grace Community Church</h2>
      <p className={classes.meta}>
        Three scenes from the demo church, which is made up. The <a href="/tour">guided tour</a> shows its screens.
      </p>
      <ul className={classes.cards}>
        {scenes.map(([when, what, shot]) => (
          <li key={when} className={`${classes.card} ${own.scene}`}>
            {pictures ? <Shot of={shot} cropped decorative /> : null}
            <h3>{when}</h3>
            <p>{what}</p>
            <p className={own.meta}>Scene from the demo church</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
