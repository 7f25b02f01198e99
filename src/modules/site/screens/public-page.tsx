import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import classes from './public-page.module.css'

const header = [
  ['Features', '/features'],
  ['Pricing', '/pricing'],
  ['About', '/about'],
  ['Solutions', '/sales-funnel'],
  ['Contact', '/contact'],
] as const

const footer = [
  [
    'Quick links',
    [
      ['Home', '/'],
      ['Features', '/features'],
      ['Pricing', '/pricing'],
      ['About', '/about'],
      ['Blog', '/blog'],
      ['Contact', '/contact'],
    ],
  ],
  [
    'Learn more',
    [
      ['Guided tour', '/tour'],
      ['Solutions', '/sales-funnel'],
      ['Team', '/team'],
      ['Help Center', '/help'],
      ['Documentation', '/documentation'],
      ['Newsletter', '/newsletter'],
      ['Status', '/status'],
    ],
  ],
  [
    'Policies',
    [
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
      ['Cookie Policy', '/cookie-policy'],
    ],
  ],
] as const

/** Header and footer of the pages that anyone sees. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <a href="/" className={classes.brand}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          Lampstand
        </a>
        <nav aria-label="Main" className={classes.top}>
          <HeaderLinks />
        </nav>
        {/* Opens without any script. */}
        <details className={classes.menu}>
          <summary>Menu</summary>
          <nav aria-label="Menu">
            <HeaderLinks />
          </nav>
        </details>
      </header>
      <p id="missing" className={classes.missing} role="status" hidden />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <script type="module" src="/header.js" />
    </div>
  )
}

function HeaderLinks() {
  return (
    <>
      {header.map(([label, href]) => (
        <PageLink key={href} label={label} href={href} />
      ))}
      <a href="/login" className={classes.link} data-sign-in>
        Sign In
      </a>
      <a href="/login?signup=true" className={classes.start} data-sign-up>
        Start Free Trial
      </a>
    </>
  )
}

/** Says which page one is on. */
function PageLink({ label, href }: { label: string; href: string }) {
  const { pathname } = useLocation()
  // A page that is made beforehand is asked for with a slash at its end.
  const here = pathname.replace(/(.)\/$/, '$1')
  return (
    <a href={href} className={classes.link} aria-current={here === href ? 'page' : undefined}>
      {label}
    </a>
  )
}

function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <div className={classes.verse}>
          <p>
            “Neither do you light a lamp and put it under a measuring basket, but on a stand; and it shines to all who
            are in the house.”
          </p>
          <p className={classes.source}>Matthew 5:15, World English Bible</p>
          <a href="/pricing" className={classes.trial}>
            Start Free Trial
          </a>
        </div>
        {footer.map(([name, links]) => (
          <nav key={name} aria-label={name} className={classes.column}>
            <h2>{name}</h2>
            {links.map(([label, href]) => (
              <PageLink key={href} label={label} href={href} />
            ))}
          </nav>
        ))}
      </div>
    </footer>
  )
}
