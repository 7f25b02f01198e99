import { Badge, Button, Checkbox, Code, Group, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import type { formats } from '../contract.ts'
import { countryNames, traditionNames } from '../rules/options.ts'
import { pillarNames } from '../rules/plan.ts'
import type { Calendar } from './use-content-calendar.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
}
const keys = [api.contentCalendar.key()]

/** Days of the church with their next dates; what is added comes back each year. */
export function HolidayDialog({ opened, onClose }: DialogProps) {
  const [search, setSearch] = useState('')
  const { run } = useMutate({ keys })
  const found = useQuery(api.contentCalendar.holidays.queryOptions({ input: { search }, enabled: opened }))
  return (
    <Modal opened={opened} onClose={onClose} title="Add Religious Holiday" size="lg">
      <Stack gap="sm">
        <TextInput label="Search holidays" value={search} onChange={event => setSearch(event.currentTarget.value)} />
        {(found.data?.items ?? []).slice(0, 40).map(({ id, name, tradition, dates, added }) => (
          <Group key={`${tradition} ${id}`} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={550}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {traditionNames[tradition]}: {dates.join(', ')}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              disabled={added}
              aria-label={added ? `${name} is on your calendar` : `Add ${name}`}
              onClick={() =>
                void run(
                  () => client.contentCalendar.addHoliday({ title: name, rule: { kind: 'observance', id, tradition } }),
                  { done: `${name} comes back each year` },
                )
              }
            >
              {added ? 'Added' : 'Add'}
            </Button>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}

type Proposal = Awaited<ReturnType<typeof client.contentCalendar.propose>>['items'][number]

/** Proposals to read first; what is accepted is stored once, however often it is accepted. */
export function PlanDialog({ opened, onClose, from, to }: DialogProps & { from: string; to: string }) {
  const [range, setRange] = useState({ from, to })
  const [perWeek, setPerWeek] = useState('3')
  const [items, setItems] = useState<Proposal[] | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { run, busy } = useMutate({ keys })
  const input = { ...range, perWeek: Number(perWeek), keepQuiet: true }
  const propose = () =>
    run(async () => {
      setItems((await client.contentCalendar.propose(input)).items)
      setLeft(new Set())
    })
  const chosen = (items ?? []).filter(({ slot }) => !left.has(slot))
  const accept = () =>
    run(
      async () => {
        await client.contentCalendar.accept({ items: chosen })
        setItems(null)
        onClose()
      },
      { done: 'The plan is on your calendar' },
    )
  return (
    <Modal opened={opened} onClose={onClose} title="Generate Content Plan" size="xl">
      <Stack gap="md">
        <Group align="flex-end">
          <RangeFields range={range} onChange={setRange} />
          <Select
            label="Posts a week"
            w={120}
            allowDeselect={false}
            data={['1', '2', '3', '4', '5', '6', '7']}
            value={perWeek}
            onChange={value => setPerWeek(value ?? '3')}
          />
          <Button variant="default" loading={busy} onClick={() => void propose()}>
            Propose
          </Button>
        </Group>
        {items && <Review items={items} left={left} onChange={setLeft} />}
        {items && items.length > 0 && (
          <Button loading={busy} disabled={chosen.length === 0} onClick={() => void accept()}>
            Accept selected ({chosen.length})
          </Button>
        )}
      </Stack>
    </Modal>
  )
}

interface RangeProps {
  range: { from: string; to: string }
  onChange: (range: { from: string; to: string }) => void
}
const RangeFields = ({ range, onChange }: RangeProps) => (
  <>
    <TextInput
      type="date"
      label="From"
      value={range.from}
      onChange={event => onChange({ ...range, from: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label="To"
      value={range.to}
      onChange={event => onChange({ ...range, to: event.currentTarget.value })}
    />
  </>
)

interface ReviewProps {
  items: readonly Proposal[]
  left: ReadonlySet<string>
  onChange: (left: ReadonlySet<string>) => void
}
function Review({ items, left, onChange }: ReviewProps) {
  if (items.length === 0) return <Text size="sm">Every day of this range has something planned already.</Text>
  const toggle = (slot: string) => {
    const next = new Set(left)
    if (!next.delete(slot)) next.add(slot)
    onChange(next)
  }
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label="Proposals">
        <Table.Tbody>
          {items.map(({ slot, date, pillar, title, idea, verse }) => (
            <Table.Tr key={slot}>
              <Table.Td>
                <Checkbox aria-label={`${date} ${title}`} checked={!left.has(slot)} onChange={() => toggle(slot)} />
              </Table.Td>
              <Table.Td data-figures>{date}</Table.Td>
              <Table.Td>
                <Badge variant="light" color="gray" tt="none">
                  {pillarNames[pillar]}
                </Badge>
              </Table.Td>
              <Table.Td>
                <Text size="sm" fw={550}>
                  {title}
                </Text>
                <Text size="sm">{idea}</Text>
              </Table.Td>
              <Table.Td>{verse}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

type Format = (typeof formats)[number]
const formatNames: Record<Format, string> = { ics: 'Calendar (ICS)', csv: 'Table (CSV)', pdf: 'PDF' }

/** Files of a month, and links that calendar programs subscribe to. */
export function ExportDialog({ opened, onClose, from, to }: DialogProps & { from: string; to: string }) {
  const [address, setAddress] = useState('')
  const { run, busy } = useMutate({ keys })
  const { data } = useQuery(api.contentCalendar.feeds.queryOptions({ input: {}, enabled: opened }))
  const download = (format: Format) =>
    run(async () => {
      const { name, type, base64 } = await client.contentCalendar.file({ from, to, format })
      saveFile(name, new Blob([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], { type }))
    })
  const subscribe = () =>
    run(async () => setAddress((await client.contentCalendar.subscribe({ name: 'Calendar program' })).address))
  return (
    <Modal opened={opened} onClose={onClose} title="Export Calendar">
      <Stack gap="md">
        <Group>
          {Object.entries(formatNames).map(([format, label]) => (
            <Button key={format} variant="default" loading={busy} onClick={() => void download(format as Format)}>
              {label}
            </Button>
          ))}
        </Group>
        <Text size="sm">A link keeps Google, Apple or Outlook up to date. Its address is shown this once.</Text>
        <Button variant="default" loading={busy} onClick={() => void subscribe()}>
          Create a link
        </Button>
        {address && <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>}
        {(data?.items ?? []).map(({ id, name }) => (
          <Group key={id} justify="space-between">
            <Text size="sm">{name}</Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                void run(() => client.contentCalendar.revoke({ id }), { done: 'The link no longer works' })
              }
            >
              Revoke
            </Button>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}

const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/** How the church keeps its year. */
export function SettingsDialog({ opened, onClose, settings }: DialogProps & { settings: Calendar['settings'] }) {
  const { run } = useMutate({ keys })
  const save = (changes: Partial<Calendar['settings']>) =>
    void run(() => client.contentCalendar.saveSettings({ ...settings, ...changes }), { done: 'Saved' })
  return (
    <Modal opened={opened} onClose={onClose} title="Calendar settings">
      <Stack gap="md">
        <Select
          label="Tradition"
          allowDeselect={false}
          data={named(traditionNames)}
          value={settings.tradition}
          onChange={value => save({ tradition: value as Calendar['settings']['tradition'] })}
        />
        <Select
          label="Civil holidays"
          allowDeselect={false}
          data={named(countryNames)}
          value={settings.country}
          onChange={value => save({ country: value as Calendar['settings']['country'] })}
        />
        <Select
          label="Weeks begin on"
          allowDeselect={false}
          data={[
            { value: 'sunday', label: 'Sunday' },
            { value: 'monday', label: 'Monday' },
          ]}
          value={settings.weekStart}
          onChange={value => save({ weekStart: value as Calendar['settings']['weekStart'] })}
        />
        <Checkbox
          label="Keep Epiphany, Reformation Day and All Saints on a Sunday"
          checked={settings.onSundays}
          onChange={event => save({ onSundays: event.currentTarget.checked })}
        />
      </Stack>
    </Modal>
  )
}
