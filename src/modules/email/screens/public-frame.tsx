import '@fontsource/inter/400.css'
import '@fontsource/inter/600.css'
import '@fontsource/source-serif-4/600.css'
import type { ReactNode } from 'react'
import classes from './public-frame.module.css'

/** Around the pages that readers come to from their mail: of the operator's newsletter, or of the church that is named. */
export function PublicFrame({ church, children }: { church?: string | null; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>{church ? <span className={classes.brand}>{church}</span> : <Ours />}</header>
      <main>{children}</main>
      <footer className={classes.footer}>
        {church ? (
          <a href="/">Sent with Lampstand</a>
        ) : (
          <>
            <a href="/">Home</a>
            <a href="/contact">Contact</a>
          </>
        )}
        <a href="/privacy-policy">Privacy policy</a>
      </footer>
    </div>
  )
}

const Ours = () => (
  <>
    <a href="/" className={classes.brand}>
      <img src="/favicon.svg" alt="" width={32} height={32} />
      Lampstand
    </a>
    <nav aria-label="Main">
      <a href="/newsletter">Newsletter</a>
    </nav>
  </>
)
