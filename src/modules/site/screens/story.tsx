import classes from './questions.module.css'

const sections = [
  [
    'The challenges',
    [
      'Guests fill out a card, and the card stays in a drawer until someone has time.',
      'Six tools with six logins, and none knows what the others have sent.',
      'When a volunteer leaves, their knowledge leaves with them.',
    ],
  ],
  [
    'The solution',
    [
      'One record for each person and household, shared by the whole suite.',
      'Every guest gets an owner and a follow-up date, and the owner gets a reminder when it passes.',
      'One list of consents for everything you send.',
    ],
  ],
  [
    'The benefits',
    [
      'New people hear from you within two days.',
      'One bill instead of six, and one place to look.',
      'Ten minutes between two calls are enough to see who needs you today.',
    ],
  ],
] as const

/** One section open at a time, the first to begin with; a click on the open one closes it. All without a script. */
export function Story() {
  return (
    <div className={`${classes.questions} ${classes.story}`}>
      {sections.map(([title, lines], i) => (
        <details key={title} name="story" open={i === 0} className={classes.question}>
          <summary>{title}</summary>
          <ul>
            {lines.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}
