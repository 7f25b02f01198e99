import { Button, Popover, Stack, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { isOn, monthOf } from '../rules/grid.ts'
import { SHOWN } from '../rules/options.ts'
import classes from './content-calendar.module.css'
import type { Item } from './use-content-calendar.ts'

const stripes: Record<string, string> = {
  purple: '#7048a8',
  blue: '#3b5bdb',
  rose: '#e599b7',
  white: '#e9e4d4',
  green: '#4f8a5b',
  red: '#c92a2a',
  black: '#343a40',
  none: 'transparent',
}

interface GridProps {
  month: string
  weeks: string[][]
  today: string
  chosen: string | null
  items: readonly Item[]
  seasons: ReadonlyMap<string, { color: string | null; season: string }>
  onDay: (date: string) => void
  onOpen: (item: Item) => void
  onAdd: (date: string) => void
  onMove: (entryId: string, date: string) => void
}
/** The weeks of a month; an entry is dragged to another day, or opened and given another date. */
export function MonthGrid({ weeks, ...props }: GridProps) {
  const { locale } = useFormat()
  const name = (date: string, weekday: 'short' | 'narrow') =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
  return (
    <table className={classes.grid} aria-label="Month">
      <thead>
        <tr>
          {weeks[0]!.map(date => (
            <th key={date} scope="col">
              {name(date, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(date => (
              <DayCell key={date} date={date} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = Omit<GridProps, 'weeks'> & { date: string }
function DayCell({ date, month, today, chosen, items, seasons, onDay, onOpen, onAdd, onMove }: CellProps) {
  const { locale } = useFormat()
  const color = seasons.get(date)?.color
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <td
      data-outside={monthOf(date) === month ? undefined : true}
      data-chosen={date === chosen || undefined}
      onDoubleClick={() => onAdd(date)}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        const id = event.dataTransfer.getData('text/plain')
        if (id) onMove(id, date)
      }}
    >
      <div className={classes.stripe} style={{ background: color ? stripes[color] : 'transparent' }} />
      <UnstyledButton
        className={classes.day}
        data-today={date === today || undefined}
        aria-label={full.format(new Date(`${date}T00:00:00Z`))}
        aria-current={date === today ? 'date' : undefined}
        onClick={() => onDay(date)}
      >
        {Number(date.slice(8))}
      </UnstyledButton>
      <Items items={items.filter(one => isOn(one, date))} onOpen={onOpen} />
    </td>
  )
}

interface ItemsProps {
  items: readonly Item[]
  onOpen: (item: Item) => void
}
function Items({ items, onOpen }: ItemsProps) {
  const rest = items.length - SHOWN
  return (
    <>
      {items.slice(0, SHOWN).map(one => (
        <GridItem key={one.key} item={one} onOpen={onOpen} />
      ))}
      {rest > 0 && (
        <Popover withinPortal trapFocus width={280} shadow="md">
          <Popover.Target>
            <Button size="compact-xs" variant="subtle" color="gray" c="inherit" mih={24}>
              +{rest} more
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap={4}>
              {items.map(one => (
                <GridItem key={one.key} item={one} onOpen={onOpen} />
              ))}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

/** Entries are opened here, what other modules have over there; the church's year is read on its day. */
export function GridItem({ item, onOpen }: { item: Item; onOpen: (item: Item) => void }) {
  if (item.href)
    return (
      <Link className={classes.item} data-type={item.type} to={item.href} title={item.title}>
        {item.title}
      </Link>
    )
  return (
    <UnstyledButton
      className={classes.item}
      data-type={item.type}
      title={item.title}
      draggable={item.entryId !== null}
      onDragStart={event => event.dataTransfer.setData('text/plain', item.entryId ?? '')}
      onClick={() => onOpen(item)}
    >
      {item.title}
    </UnstyledButton>
  )
}
