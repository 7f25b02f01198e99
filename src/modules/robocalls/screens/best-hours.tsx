import { Stack, Table, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import type { client } from '#web/api.ts'
import classes from './robocalls.module.css'
import { WithTable } from './with-table.tsx'

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
type Hour = Awaited<ReturnType<typeof client.robocalls.stats>>['hours'][number]

/** When people answer, by day and hour of the church. */
export function BestHours({ hours }: { hours: Hour[] }) {
  if (hours.length === 0) return null
  return <WithTable title="Best hours" chart={<HeatMap hours={hours} />} table={<HourTable hours={hours} />} />
}

function HeatMap({ hours }: { hours: Hour[] }) {
  const { percent, number } = useFormat()
  const all = hours.map(one => one.hour)
  const [from, until] = [Math.min(...all, 9), Math.max(...all, 16)]
  const columns = Array.from({ length: until - from + 1 }, (_, i) => from + i)
  const of = new Map(hours.map(one => [`${one.weekday} ${one.hour}`, one]))
  return (
    <Stack gap="sm">
      <div className={classes.scrolls}>
        <div className={classes.heat} style={{ '--hours': columns.length } as CSSProperties}>
          <span aria-hidden />
          {columns.map(hour => (
            <span key={hour} aria-hidden>
              {hour % 12 || 12}
              {hour < 12 ? 'a' : 'p'}
            </span>
          ))}
          {dayNames.map((day, at) => [
            <span key={day} className={classes.dayname} aria-hidden>
              {day.slice(0, 3)}
            </span>,
            ...columns.map(hour => {
              const one = of.get(`${at + 1} ${hour}`)
              const share = one ? one.answered / one.calls : 0
              const label = `${day}, ${hourName(hour)}: ${one ? `${percent(share)} of ${counted(one.calls, 'calls', number)} answered` : 'no calls'}`
              return (
                <span
                  key={`${day} ${hour}`}
                  role="img"
                  aria-label={label}
                  title={label}
                  className={classes.cell}
                  data-level={one ? true : undefined}
                  style={{ '--level': `${Math.round(12 + share * 88)}%` } as CSSProperties}
                />
              )
            }),
          ])}
        </div>
      </div>
      <Text size="sm" c="dimmed">
        The stronger the color, the more people answered. In your time zone.
      </Text>
    </Stack>
  )
}

function HourTable({ hours }: { hours: Hour[] }) {
  const { number, percent } = useFormat()
  return (
    <Table aria-label="Calls by day and hour" data-figures>
      <Table.Thead>
        <Table.Tr>
          {['Day', 'Hour', 'Calls', 'Answered', 'Answer rate'].map(header => (
            <Table.Th key={header} scope="col">
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {hours.map(({ weekday, hour, calls, answered }) => (
          <Table.Tr key={`${weekday} ${hour}`}>
            <Table.Td>{dayNames[weekday - 1]}</Table.Td>
            <Table.Td>{hourName(hour)}</Table.Td>
            <Table.Td>{number(calls)}</Table.Td>
            <Table.Td>{number(answered)}</Table.Td>
            <Table.Td>{percent(answered / calls)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
