import type { CSSProperties } from 'react'
import { counted } from '#ui/counted.ts'
import classes from './qr-codes.module.css'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const hourOf = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

/** When people scan: a week of hours, the more scans the stronger. */
export function Hours({ hours }: { hours: number[][] }) {
  const most = Math.max(1, ...hours.flat())
  return (
    <div className={classes.scroll}>
      <table className={classes.hours}>
        <thead>
          <tr>
            <td />
            {Array.from({ length: 8 }, (_, i) => (
              <th key={i * 3} scope="colgroup" colSpan={3}>
                {hourOf(i * 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((row, day) => (
            <tr key={days[day]}>
              <th scope="row">{days[day]}</th>
              {row.map((count, hour) => (
                <td
                  key={hourOf(hour)}
                  title={`${days[day]} ${hourOf(hour)}: ${counted(count, 'scans')}`}
                  style={{ '--share': `${Math.round((count / most) * 100)}%` } as CSSProperties}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
