import { Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { messageOf } from './message.ts'
import classes from './need-row.module.css'

/** Whether a row has something to show: the panel around says "nothing" only when none has. */
export interface NeedState {
  name: string
  state: 'loading' | 'some' | 'none'
}

interface NeedRowProps {
  name: string
  count: number | undefined
  error: unknown
  one: string
  many: (count: number) => string
  to: string
  onState: (state: NeedState) => void
}

/** One line of "who needs me today": a sentence with its number that leads to the rows behind it. */
export function NeedRow({ name, count, error, one, many, to, onState }: NeedRowProps) {
  const state = error || count ? 'some' : count === undefined ? 'loading' : 'none'
  useEffect(() => onState({ name, state }), [name, state, onState])
  if (error)
    return (
      <Text size="sm" c="dimmed">
        {messageOf(error)}
      </Text>
    )
  if (!count) return null
  return (
    <Link to={to} className={classes.row}>
      <Text span data-figures>
        {count === 1 ? one : many(count)}
      </Text>
      <IconChevronRight size={16} stroke={1.75} aria-hidden />
    </Link>
  )
}
