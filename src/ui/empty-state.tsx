import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

export interface EmptyStateProps {
  icon?: ReactNode
  /** one sentence on what this is for */
  title: string
  /** what will appear here */
  text?: ReactNode
  /** the one button that starts it */
  action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes.root}>
      {icon ? <div className={classes.icon}>{icon}</div> : null}
      <Title order={2} size="h3" ta="center">
        {title}
      </Title>
      {text ? (
        <Text c="dimmed" ta="center" maw="44ch">
          {text}
        </Text>
      ) : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </Stack>
  )
}
