import '@fontsource/inter/400.css'
import '@fontsource/inter/600.css'
import '@fontsource/source-serif-4/600.css'
import type { ReactNode } from 'react'
import classes from './public-frame.module.css'

/** Around the pages that readers of a newsletter come to from their mail. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <a href="/" className={classes.brand}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          Lampstand
        </a>
        <nav aria-label="Main">
          <a href="/newsletter">Newsletter</a>
        </nav>
      </header>
      <main>{children}</main>
      <footer className={classes.footer}>
        <a href="/">Home</a>
        <a href="/contact">Contact</a>
        <a href="/privacy-policy">Privacy policy</a>
      </footer>
    </div>
  )
}
