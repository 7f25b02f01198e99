import type { ReactNode } from 'react'
import classes from './public-page.module.css'

/** Header and footer of the pages that anybody sees. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <a href="/" className={classes.brand}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          Lampstand
        </a>
        <nav aria-label="Main" className={classes.top}>
          <a href="/features">Features</a>
          <a href="/about">About</a>
          <a href="/contact">Contact</a>
          <a href="/login">Sign In</a>
          <a href="/login?signup=true" className={classes.start}>
            Start Free Trial
          </a>
        </nav>
      </header>
      <main>{children}</main>
      <footer className={classes.footer}>
        <div className={classes.footerInner}>
          <p className={classes.quiet}>
            “Neither do you light a lamp and put it under a measuring basket, but on a stand; and it shines to all who
            are in the house.” Matthew 5:15, World English Bible
          </p>
          <nav aria-label="Footer" className={classes.nav}>
            <a href="/">Home</a>
            <a href="/features">Features</a>
            <a href="/about">About</a>
            <a href="/team">Team</a>
            <a href="/blog">Blog</a>
            <a href="/help">Help center</a>
            <a href="/documentation">Documentation</a>
            <a href="/status">Status</a>
            <a href="/contact">Contact</a>
            <a href="/privacy-policy">Privacy policy</a>
            <a href="/terms-of-service">Terms of service</a>
            <a href="/cookie-policy">Cookie policy</a>
            <a href="/login?signup=true">Start Free Trial</a>
          </nav>
        </div>
      </footer>
    </div>
  )
}
