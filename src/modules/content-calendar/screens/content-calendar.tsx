import { ActionIcon, Button, Grid, Group, Menu, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '#church-year/rules/dates.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { MoreActions, PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { monthOf, shiftMonth } from '../rules/grid.ts'
import { UPCOMING } from '../rules/options.ts'
import { DayPanel } from './day-panel.tsx'
import { ExportDialog, HolidayDialog, PlanDialog, SettingsDialog } from './dialogs.tsx'
import { EntryDialog, type Opened } from './entry-form.tsx'
import { GridItem, MonthGrid } from './month-grid.tsx'
import { type Calendar, type Item, useMonth, useView } from './use-content-calendar.ts'

export const meta = () => titled('Faith Content Calendar')

type Dialog = 'holiday' | 'plan' | 'export' | 'settings' | null
const usual = { tradition: 'western', country: 'us', onSundays: false, weekStart: 'sunday' } as const

/** The church's year, what the church wants to say, and what other modules have, on one grid. */
export default function ContentCalendar() {
  const mayWrite = useMay('content.write')
  const view = useView()
  const [dialog, setDialog] = useState<Dialog>(null)
  const [entry, setEntry] = useState<Opened | null>(null)
  const [first, setFirst] = useState<0 | 1>(0)
  const { weeks, calendar, seasons } = useMonth(view.month, first)
  const settings = calendar.data?.settings ?? usual
  const wanted = settings.weekStart === 'monday' ? 1 : 0
  if (calendar.data && wanted !== first) setFirst(wanted)
  const today = calendar.data?.today ?? ''
  const move = useMove()
  const open = (item: Item) => (item.entryId ? setEntry({ id: item.entryId }) : view.choose(item.date))
  const add = (date: string) => mayWrite && setEntry({ date, type: 'event' })
  return (
    <>
      <PageHeader
        title="Faith Content Calendar"
        purpose="The church’s year and what you want to say, on one calendar."
        action={<Actions mayWrite={mayWrite} today={today} onDialog={setDialog} onEntry={setEntry} />}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Panel>
            <MonthNav month={view.month} today={today} onMonth={view.showMonth} />
            {calendar.error ? (
              <ErrorPanel error={calendar.error} onRetry={() => void calendar.refetch()} />
            ) : (
              <MonthGrid
                month={view.month}
                weeks={weeks}
                today={today}
                chosen={view.date}
                seasons={seasons}
                onDay={view.choose}
                onOpen={open}
                onAdd={add}
                onMove={move}
                items={calendar.data?.items ?? []}
              />
            )}
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="lg">
            <DayPanel date={view.date} mayWrite={mayWrite} onOpen={open} onAdd={add} />
            {today && <Upcoming today={today} onOpen={open} />}
          </Stack>
        </Grid.Col>
      </Grid>
      <EntryDialog opened={entry} mayWrite={mayWrite} onClose={() => setEntry(null)} />
      <Dialogs dialog={dialog} onClose={() => setDialog(null)} month={view.month} settings={settings} />
    </>
  )
}

interface DialogsProps {
  dialog: Dialog
  onClose: () => void
  month: string
  settings: Calendar['settings']
}
function Dialogs({ dialog, onClose, month, settings }: DialogsProps) {
  const range = { from: `${month}-01`, to: addDays(`${shiftMonth(month, 1)}-01`, -1) }
  return (
    <>
      <HolidayDialog opened={dialog === 'holiday'} onClose={onClose} />
      <PlanDialog key={month} opened={dialog === 'plan'} onClose={onClose} {...range} />
      <ExportDialog opened={dialog === 'export'} onClose={onClose} {...range} />
      <SettingsDialog opened={dialog === 'settings'} onClose={onClose} settings={settings} />
    </>
  )
}

/** Puts an entry on another day as it is now; someone else's change is not written over. */
function useMove() {
  const { run } = useMutate({ keys: [api.contentCalendar.key()] })
  return (id: string, date: string) =>
    void run(
      async () => {
        const { version, endDate, date: before } = await client.contentCalendar.get({ id })
        const length = endDate ? (Date.parse(endDate) - Date.parse(before)) / 86_400_000 : null
        await client.contentCalendar.update({
          id,
          version,
          date,
          ...(length !== null && { endDate: addDays(date, length) }),
        })
      },
      { failed: 'Not moved' },
    )
}

interface ActionsProps {
  mayWrite: boolean
  today: string
  onDialog: (dialog: Dialog) => void
  onEntry: (entry: Opened) => void
}
const Actions = ({ mayWrite, today, onDialog, onEntry }: ActionsProps) => (
  <Group gap="xs">
    {mayWrite && (
      <>
        <Button variant="default" onClick={() => onDialog('holiday')}>
          Add Religious Holiday
        </Button>
        <Button variant="default" onClick={() => onEntry({ date: today, type: 'theme' })}>
          Add Biblical Theme
        </Button>
      </>
    )}
    <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => onDialog('export')}>
      Export Calendar
    </Button>
    {mayWrite && (
      <>
        <Button leftSection={<IconSparkles size={16} />} onClick={() => onDialog('plan')}>
          Generate Content Plan
        </Button>
        <MoreActions>
          <Menu.Item onClick={() => onDialog('settings')}>Calendar settings</Menu.Item>
        </MoreActions>
      </>
    )}
  </Group>
)

interface MonthNavProps {
  month: string
  today: string
  onMonth: (month: string) => void
}
function MonthNav({ month, today, onMonth }: MonthNavProps) {
  const { locale } = useFormat()
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Group justify="space-between" mb="sm">
      <Text component="h2" fw={650} fz="lg" m={0} aria-live="polite">
        {name.format(new Date(`${month}-01T00:00:00Z`))}
      </Text>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Previous month"
          onClick={() => onMonth(shiftMonth(month, -1))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Button variant="default" disabled={!today} onClick={() => onMonth(monthOf(today))}>
          Today
        </Button>
        <ActionIcon variant="default" size="lg" aria-label="Next month" onClick={() => onMonth(shiftMonth(month, 1))}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  )
}

/** What comes next, whatever month is shown. */
function Upcoming({ today, onOpen }: { today: string; onOpen: (item: Item) => void }) {
  const found = useQuery(
    api.contentCalendar.list.queryOptions({
      input: { from: today, to: addDays(today, 60) },
      meta: { live: ['content-calendar', 'sermons'] },
    }),
  )
  const items = (found.data?.items ?? []).filter(({ date }) => date >= today).slice(0, UPCOMING)
  const { locale } = useFormat()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <Panel title="Upcoming">
      <Stack gap="xs">
        {items.map(item => (
          <div key={item.key}>
            <Text size="xs" c="dimmed" data-figures>
              {day.format(new Date(`${item.date}T00:00:00Z`))}
            </Text>
            <GridItem item={item} onOpen={onOpen} />
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
