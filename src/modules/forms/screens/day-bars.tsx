import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import classes from './forms.module.css'

interface Day {
  day: string
  views: number
  starts: number
  completes: number
}

/** A bar for each day with its views, and within it what was sent; the same as a table for anyone who can’t see it. */
export function DayBars({ items }: { items: Day[] }) {
  const { date } = useFormat()
  const most = Math.max(1, ...items.map(one => Math.max(one.views, one.completes)))
  const height = (value: number) => ({ height: `${(value / most) * 100}%` })
  return (
    <>
      <div className={classes.bars}>
        {items.map(({ day, views, starts, completes }) => (
          <div
            key={day}
            className={classes.bar}
            role="img"
            aria-label={`${date(`${day}T12:00:00Z`)}: ${counted(views, 'views')}, ${starts} started, ${completes} submitted`}
            title={`${date(`${day}T12:00:00Z`)}: ${counted(views, 'views')}, ${starts} started, ${completes} submitted`}
          >
            <span className={classes.views} style={height(views)} />
            <span className={classes.sent} style={height(completes)} />
          </div>
        ))}
      </div>
      <div className={classes.legend} aria-hidden>
        <span>
          <i className={classes.views} /> Views
        </span>
        <span>
          <i className={classes.sent} /> Sent
        </span>
      </div>
    </>
  )
}
