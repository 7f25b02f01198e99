import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import '#app/modules.ts'
import { FormatProvider } from '#ui/format.tsx'
import { AllDayEntries } from './entry-link.tsx'
import { MonthGrid } from './month-grid.tsx'
import type { Entry } from './use-entries.ts'

const rendered = (node: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <FormatProvider locale="en-US" timeZone="America/Chicago">
        <MemoryRouter>{node}</MemoryRouter>
      </FormatProvider>
    </MantineProvider>,
  )

const nothing = () => undefined
const entry = (kind: string, title: string, day: string): Entry => ({
  kind,
  id: `${kind} of ${day}`,
  targetId: 'd0c1',
  title,
  startsAt: `${day}T06:00:00.000Z`,
  endsAt: null,
  isAllDay: true,
})
const entries = [entry('sermon', 'Comfort, comfort', '2026-12-06'), entry('cohort', 'Class: Winter', '2026-12-12')]

test('entries of other modules are links in the cell of their day', () => {
  const html = rendered(
    <MonthGrid
      date="2026-12-01"
      today="2026-12-01"
      appointments={[]}
      entries={entries}
      onOpen={nothing}
      onDay={nothing}
    />,
  )
  const cell = (day: string) => html.split('<td').find(text => text.includes(`aria-label="December ${day}, 2026"`))
  expect(cell('6')).toContain('href="/sermon-generator?sermon=d0c1"')
  expect(cell('6')).toContain('aria-label="Sermon: Comfort, comfort"')
  expect(cell('6')).toContain('tabler-icon-book-2')
  expect(cell('7')).not.toContain('<a ')
  expect(cell('12')).toContain('href="/membership/courses/d0c1?view=learners"')
})

test('a week shows what has no time above its hours, each with its day; a day shows it without', () => {
  const week = rendered(<AllDayEntries entries={entries} view="week" />)
  expect(week).toContain('Sun, Dec 6 ')
  expect(week).toContain('Course start: Class: Winter')
  expect(rendered(<AllDayEntries entries={entries} view="day" />)).not.toContain('Dec 6')
  const timed = { ...entry('sermon', 'Vespers', '2026-12-06'), isAllDay: false }
  expect(rendered(<AllDayEntries entries={[timed]} view="week" />)).not.toContain('Vespers')
})
