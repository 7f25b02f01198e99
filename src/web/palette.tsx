import '@mantine/spotlight/styles.layer.css'
import { Text, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type IconName, listed } from '#kernel/modules.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Articles } from '#site/rules/article.ts'
import { useFormat } from '#ui/format.tsx'
import { Initials } from '#ui/initials.tsx'
import { messageOf } from '#ui/message.ts'
import { api } from './api.ts'
import { iconOf } from './icons.ts'
import { useMe } from './me.tsx'
import { allowed, byGroup } from './sidebar.tsx'

const [store, palette] = createSpotlight()

interface Row {
  key: string
  label: string
  description?: string
  section: ReactNode
  run: () => void
}

/** Search over people, screens, actions, settings and help. Opens whenever `asked` grows. */
export default function Palette({ asked }: { asked: number }) {
  const [query, setQuery] = useState('')
  useEffect(palette.open, [asked])
  const { groups, note } = useFound(query.trim())
  const first = groups.flatMap(({ rows }) => rows)[0]
  // Enter takes the first result unless another was chosen with the arrows.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || store.getState().selected !== -1 || !first) return
    event.preventDefault()
    palette.close()
    first.run()
  }
  return (
    <Spotlight.Root
      attributes={{ content: { 'aria-label': 'Search' } }}
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder="Search people, screens, actions"
        leftSection={<IconSearch stroke={1.75} />}
        onKeyDown={onKeyDown}
      />
      <Spotlight.ActionsList>
        {groups.map(group => (
          <Found key={group.heading} {...group} />
        ))}
        {note ? (
          <Text size="sm" c="dimmed" p="sm" role="status">
            {note}
          </Text>
        ) : null}
        {!first && !note ? <Spotlight.Empty>No results</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

interface Group {
  heading: string
  rows: Row[]
}

/** What fits the words, in groups; those without a result are left out. */
function useFound(query: string): { groups: Group[]; note?: string } {
  const me = useMe()
  const navigate = useNavigate()
  const wanted = query.toLowerCase()
  const holds = ({ label }: { label: string }) => label.toLowerCase().includes(wanted)
  const entry = ({ path, label, icon }: { path: string; label: string; icon: IconName }) =>
    toRow(label, icon, () => navigate(path))
  const people = usePeople(query, me.may('people.basic'))
  const help = useHelp(wanted)
  const theme = useThemes()
  const settings = settingsPlaces.filter(({ permission }) => !permission || me.may(permission)).map(entry)
  const actions = listed('actions')
    .sort((a, b) => a.order - b.order)
    .filter(action => me.may(action.permission))
  const groups = [
    { heading: 'People', rows: people.rows },
    { heading: 'Appointments', rows: useAppointments(query, me.may('calendar.read')) },
    { heading: 'Videos', rows: useVideos(query, me.may('content.read')) },
    { heading: 'Screens', rows: listed('navigation').sort(byGroup).filter(allowed(me)).filter(holds).map(entry) },
    { heading: 'Actions', rows: actions.filter(holds).map(entry) },
    // With nothing typed the screens and actions are enough.
    ...(wanted
      ? [
          { heading: 'Settings', rows: [...settings, ...theme].filter(holds) },
          { heading: 'Help', rows: help },
        ]
      : []),
  ]
  return { groups: groups.filter(({ rows }) => rows.length > 0), note: people.note }
}

const settingsPlaces: { label: string; path: string; icon: IconName; permission?: Permission }[] = [
  { label: 'Church settings', path: '/settings', icon: 'IconSettings' },
  { label: 'Team and invitations', path: '/settings?section=team', icon: 'IconSettings' },
  { label: 'Audit log', path: '/settings?section=activity', icon: 'IconSettings', permission: 'audit.read' },
  { label: 'Export all data', path: '/settings?section=data', icon: 'IconSettings', permission: 'people.export' },
  { label: 'Profile and password', path: '/profile', icon: 'IconSettings' },
  { label: 'Notification settings', path: '/profile#notifications', icon: 'IconSettings' },
]

const themes = { light: 'Light theme', dark: 'Dark theme', auto: 'Theme of this device' } as const

function useThemes(): Row[] {
  const { setColorScheme } = useMantineColorScheme()
  return (Object.keys(themes) as (keyof typeof themes)[]).map(scheme =>
    toRow(themes[scheme], 'IconSettings', () => setColorScheme(scheme)),
  )
}

/** Help articles by title; their list comes with the first word that is typed. */
function useHelp(wanted: string): Row[] {
  const { data } = useQuery({
    queryKey: ['help-titles'],
    queryFn: async () => ((await import('./articles.json')) as unknown as { default: Articles }).default.help,
    enabled: wanted.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const found = wanted.length > 1 ? (data ?? []) : []
  return found
    .filter(({ title, summary }) => `${title} ${summary}`.toLowerCase().includes(wanted))
    .slice(0, 5)
    .map(({ slug, title }) => toRow(title, 'IconSettings', () => window.open(`/help/${slug}`, '_blank', 'noopener')))
}

function toRow(label: string, icon: IconName, run: () => void): Row {
  const Icon = iconOf(icon)
  return { key: label, label, section: <Icon size={20} stroke={1.75} />, run }
}

const Found = ({ heading, rows }: Group) => (
  <Spotlight.ActionsGroup label={heading}>
    {rows.map(({ key, label, description, section, run }) => (
      <Spotlight.Action key={key} label={label} description={description} leftSection={section} onClick={run} />
    ))}
  </Spotlight.ActionsGroup>
)

function usePeople(typed: string, mayRead: boolean): { rows: Row[]; note?: string } {
  const navigate = useNavigate()
  const [q] = useDebouncedValue(typed, 200)
  const asked = mayRead && q.length >= 2
  const search = useQuery({
    ...api.people.search.queryOptions({ input: { q } }),
    enabled: asked,
    placeholderData: keepPreviousData,
  })
  if (!asked) return { rows: [] }
  if (search.error) return { rows: [], note: `People could not be searched. ${messageOf(search.error)}` }
  if (!search.data) return { rows: [], note: 'Searching people…' }
  return {
    rows: search.data.items.map(({ id, name, email, phone }) => ({
      key: id,
      label: name,
      description: email ?? phone ?? undefined,
      section: <Initials name={name} size={28} />,
      run: () => navigate(`/people/${id}`),
    })),
  }
}

/** Appointments that lie ahead, and calendar types. */
function useAppointments(typed: string, mayRead: boolean): Row[] {
  const navigate = useNavigate()
  const { dateTime } = useFormat()
  const [search] = useDebouncedValue(typed, 200)
  const asked = { enabled: mayRead && search.length >= 2, placeholderData: keepPreviousData }
  const found = useQuery({
    ...api.appointments.list.queryOptions({ input: { search, upcoming: true, sort: 'startsAt', limit: 5 } }),
    ...asked,
  })
  const types = useQuery({ ...api.calendarTypes.list.queryOptions({ input: { search, limit: 5 } }), ...asked })
  if (!asked.enabled) return []
  return [
    ...(found.data?.items ?? []).map(({ id, title, startsAt }) => ({
      ...toRow(title, 'IconCalendarEvent', () => navigate(`/appointments?appointment=${id}`)),
      key: id,
      description: dateTime(startsAt),
    })),
    ...(types.data?.items ?? []).map(({ id, name }) => ({
      ...toRow(name, 'IconCalendarTime', () => navigate(`/calendar/types/${id}`)),
      key: id,
      description: 'Calendar type',
    })),
  ]
}

function useVideos(typed: string, mayRead: boolean): Row[] {
  const navigate = useNavigate()
  const [search] = useDebouncedValue(typed, 200)
  const isAsked = mayRead && search.length >= 2
  const { data } = useQuery({
    ...api.videos.list.queryOptions({ input: { search, limit: 5 } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked) return []
  return (data?.items ?? []).map(({ id, title, passage, speaker }) => ({
    ...toRow(title, 'IconMovie', () => navigate(`/videos/${id}`)),
    key: id,
    description: [passage, speaker].filter(Boolean).join(', ') || 'Video',
  }))
}
