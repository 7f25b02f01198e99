import { Alert, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './auth-page.module.css'

const promises = [
  ['No one slips through', 'Every guest has an owner and a next step.'],
  ['One place for your people', 'Families, groups, notes and history in one place.'],
  ['Ready when you are', '14-day free trial. No credit card required. Cancel anytime.'],
]

/** The frame of the pages where one proves who one is. */
export function AuthPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <a href="/" className={classes.brand}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          Lampstand
        </a>
        <div className={classes.card}>{children}</div>
      </main>
      <aside className={classes.aside} aria-label="About Lampstand">
        <div className={classes.light} aria-hidden />
        <p className={classes.claim}>Care for every person God sends you.</p>
        <dl className={classes.promises}>
          {promises.map(([what, how]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
      </aside>
    </div>
  )
}

export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <Title order={1}>{title}</Title>
      {children ? <p className={classes.lead}>{children}</p> : null}
    </div>
  )
}

/** What went wrong, where it is about no field. */
export function Problem({ children }: { children?: ReactNode }) {
  if (!children) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle stroke={1.75} />}>
      {children}
    </Alert>
  )
}
