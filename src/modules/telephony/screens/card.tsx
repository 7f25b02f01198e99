import { Paper, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import classes from './twilio.module.css'

interface CardProps {
  title: string
  icon: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** One quick action. */
export const Card = ({ title, icon, onSubmit, children }: CardProps) => (
  <Paper
    component="form"
    noValidate
    className={classes.card}
    aria-label={title}
    onSubmit={(event: FormEvent) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <div className={classes.cardHead}>
      <span className={classes.cardIcon} aria-hidden>
        {icon}
      </span>
      <Title order={2} size="h4">
        {title}
      </Title>
    </div>
    {children}
  </Paper>
)
