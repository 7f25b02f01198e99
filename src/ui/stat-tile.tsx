import { ActionIcon, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageOf } from './message.ts'
import classes from './stat-tile.module.css'

export interface StatTileProps {
  label: string
  /** the rows that the figure counts */
  to: string
  /** undefined while it is on its way */
  value?: ReactNode
  /** a line under it: "+12 this month" */
  hint?: ReactNode
  icon?: ReactNode
  /** how it is counted, on hover and focus */
  formula?: string
  error?: unknown
  onRetry?: () => void
}

export function StatTile({ label, to, value, hint, icon, formula, error, onRetry }: StatTileProps) {
  if (error)
    return (
      <div className={classes.tile} data-failed>
        <Text className={classes.label}>{label}</Text>
        <Tooltip label={messageOf(error)}>
          <Text c="dimmed" size="sm">
            Not available
          </Text>
        </Tooltip>
        {onRetry ? (
          <ActionIcon className={classes.icon} size="sm" onClick={onRetry} aria-label={`Retry ${label}`}>
            <IconRefresh size={16} stroke={1.75} />
          </ActionIcon>
        ) : null}
      </div>
    )
  const tile = (
    <Link to={to} className={classes.tile} aria-busy={value === undefined}>
      <Text className={classes.label}>{label}</Text>
      {value === undefined ? (
        <Skeleton height={32} width="60%" />
      ) : (
        <Text className={classes.value} data-figures>
          {value}
        </Text>
      )}
      {hint ? (
        <Text size="xs" c="dimmed" data-figures>
          {hint}
        </Text>
      ) : null}
      {icon ? (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      ) : null}
    </Link>
  )
  if (!formula) return tile
  return (
    <Tooltip label={formula} multiline maw={280} events={{ hover: true, focus: true, touch: false }}>
      {tile}
    </Tooltip>
  )
}

/** One column on a phone, two at sm, four at lg, eight at xl. */
export function StatRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}
