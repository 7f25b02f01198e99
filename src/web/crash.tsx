import classes from './crash.module.css'

/** Shown in place of everything when a screen or its loader broke. */
export function Crash({ error }: { error: unknown }) {
  return (
    <main className={classes.root}>
      <title>Something went wrong · Lampstand</title>
      <div className={classes.card} role="alert">
        <h1 className={classes.title}>Something went wrong</h1>
        <p>We apologize for the inconvenience. Please try refreshing the page or go back to the home page.</p>
        <div className={classes.buttons}>
          <button type="button" className={classes.primary} onClick={() => location.reload()}>
            Try Again
          </button>
          <a className={classes.secondary} href="/">
            Go Home
          </a>
        </div>
        <a className={classes.help} href="/help">
          Visit our help center
        </a>
        {import.meta.env.DEV && error instanceof Error ? <pre className={classes.stack}>{error.stack}</pre> : null}
      </div>
    </main>
  )
}
