import { Text } from '@mantine/core'
import { DateTime } from 'luxon'
import { Link } from 'react-router'
import { keyed } from '#kernel/modules.ts'
import { useFormat } from '#ui/format.tsx'
import { iconOf } from '#web/icons.ts'
import classes from './entry-link.module.css'
import type { Entry } from './use-entries.ts'

export const entryHref = ({ kind, targetId }: Entry) => keyed('calendarEntries').get(kind)!.href(targetId)

/** `Sermon: Comfort, comfort`, with the time if it has one. */
export function useEntryText() {
  const { time } = useFormat()
  return ({ kind, title, isAllDay, startsAt }: Entry) => {
    const { label } = keyed('calendarEntries').get(kind)!
    return `${isAllDay ? '' : `${time(startsAt)} `}${label}: ${title}`
  }
}

/** Something of another module on the calendar: leads there, and isn't moved here. `compact`: its kind is the icon alone. */
export function EntryLink({ entry, prefix, compact }: { entry: Entry; prefix?: string; compact?: boolean }) {
  const text = useEntryText()(entry)
  const Icon = iconOf(keyed('calendarEntries').get(entry.kind)!.icon)
  return (
    <Link
      className={classes.entry}
      to={entryHref(entry)}
      title={text}
      {...(compact && { 'aria-label': text, 'data-compact': true })}
    >
      <Icon size={14} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.text}>
        {prefix ? <span className={classes.prefix}>{prefix} </span> : null}
        {compact ? entry.title : text}
      </span>
    </Link>
  )
}

/** Entries that have no time, above the hours of a week or a day. */
export function AllDayEntries({ entries, view }: { entries: readonly Entry[]; view: 'week' | 'day' }) {
  const { timeZone = 'UTC', locale } = useFormat()
  const allDay = entries.filter(one => one.isAllDay)
  if (allDay.length === 0) return null
  const dayOf = ({ startsAt }: Entry) => DateTime.fromISO(startsAt, { zone: timeZone, locale }).toFormat('ccc, LLL d')
  return (
    <section aria-label="All day" className={classes.allDay}>
      <Text size="sm" c="dimmed">
        All day
      </Text>
      {allDay.map(one => (
        <EntryLink key={`${one.kind} ${one.id}`} entry={one} {...(view === 'week' && { prefix: dayOf(one) })} />
      ))}
    </section>
  )
}
