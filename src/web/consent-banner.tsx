import { consentText } from './consent.ts'
import classes from './consent-banner.module.css'

/** Hidden until /consent.js finds that nobody has answered yet; so it works on pages without any other script. */
export function ConsentBanner() {
  return (
    <>
      <aside id="consent" hidden suppressHydrationWarning className={classes.banner} aria-label="Cookies">
        <p className={classes.text}>{consentText}</p>
        <div className={classes.buttons}>
          <button type="button" className={classes.decline} value="declined">
            Decline
          </button>
          <button type="button" className={classes.accept} value="accepted">
            Accept
          </button>
        </div>
      </aside>
      <script type="module" fetchPriority="low" src="/consent.js" />
    </>
  )
}
