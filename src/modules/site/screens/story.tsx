import classes from './questions.module.css'

const sections = [
  [
    'The challenges',
    [
      'Guests fill in a card, and the card lies in a drawer until somebody has time.',
      'Six tools with six logins: none knows what the others have sent.',
      'When a volunteer leaves, what they knew leaves with them.',
    ],
  ],
  [
    'The solution',
    [
      'One record for each person and household, that every part of the suite reads and writes.',
      'Every guest gets a name beside theirs and a day to be called by; who is late hears of it first.',
      'One list of consents before everything that leaves the house.',
    ],
  ],
  [
    'The benefits',
    [
      'New people hear from a person within two days.',
      'One bill instead of six, and one place to look.',
      'Ten minutes between two phone calls are enough to know who needs you today.',
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
