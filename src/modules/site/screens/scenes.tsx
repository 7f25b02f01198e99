import classes from './page.module.css'

const scenes = [
  [
    'Monday, 8:40',
    'Three families came for the first time yesterday. By the time the kettle has boiled, each has somebody who will call, and a day by which they will.',
  ],
  [
    'Wednesday, between two calls',
    'The office opens one household: four people, two addresses, what the pastor promised on Sunday. It takes ten seconds, and no one has to ask twice.',
  ],
  [
    'Friday, before the weekend',
    'The dashboard says who has not been reached. A volunteer takes two names, calls from the parking lot, and writes down what was said.',
  ],
] as const

/** In place of praise by people who don't exist. */
export function Scenes() {
  return (
    <section aria-labelledby="scenes">
      <h2 id="scenes">A week at Grace Community Church</h2>
      <p className={classes.meta}>
        Three scenes from the demo church, which is made up. You can <a href="/login">explore it</a> yourself.
      </p>
      <ul className={classes.cards}>
        {scenes.map(([when, what]) => (
          <li key={when} className={classes.card}>
            <h3>{when}</h3>
            <p>{what}</p>
            <p className={classes.meta}>Scene from the demo church</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
