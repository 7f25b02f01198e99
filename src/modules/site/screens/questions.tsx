import classes from './questions.module.css'

/** Questions that open without any script; one at a time where `name` is given. */
export function Questions({ of, name }: { of: readonly (readonly [string, string])[]; name?: string }) {
  return (
    <div className={classes.questions}>
      {of.map(([question, answer]) => (
        <details key={question} name={name} className={classes.question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
