import own from './connection-test.module.css'
import classes from './page.module.css'
import { SitePage } from './site-page.tsx'

/** Works by browser/connection.ts: only the browser can say what it reaches. */
export function ConnectionTest() {
  return (
    <SitePage title="Connection test" lead="Checks whether this browser can reach the Lampstand server.">
      <section id="connection" className={own.result} aria-live="polite">
        <p>
          <noscript>Please turn on JavaScript: this test runs in your browser.</noscript>
        </p>
        <div data-trouble hidden>
          <p data-details />
          <ul>
            <li>Check that this device is online.</li>
            <li>Check that the server is running and that the address is right.</li>
            <li>A firewall, proxy or browser extension may be blocking the connection. Try another network.</li>
          </ul>
        </div>
      </section>
      <p className={classes.actions}>
        <button type="button" id="connection-again" className={classes.button}>
          Test Connection
        </button>
        <a className={`${classes.button} ${classes.quiet}`} href="/pricing">
          Back to Pricing
        </a>
      </p>
      <script src="/connection.js" defer />
    </SitePage>
  )
}
