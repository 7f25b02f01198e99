import '@mantine/spotlight/styles.layer.css'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type IconName, listed } from '#kernel/modules.ts'
import { Initials } from '#ui/initials.tsx'
import { messageOf } from '#ui/message.ts'
import { api } from './api.ts'
import { iconOf } from './icons.ts'
import { useMe } from './me.tsx'
import { allowed, byGroup } from './sidebar.tsx'

const [store, palette] = createSpotlight()

const holds = (query: string) => (entry: { label: string }) => entry.label.toLowerCase().includes(query)

/** Search over people, screens and actions. Opens whenever `asked` grows. */
export default function Palette({ asked }: { asked: number }) {
  const me = useMe()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  useEffect(palette.open, [asked])

  const people = usePeople(query.trim(), me.may('people.basic'))
  const screens = listed('navigation').sort(byGroup).filter(allowed(me)).filter(holds(wanted))
  const doable = listed('actions')
    .sort((a, b) => a.order - b.order)
    .filter(action => me.may(action.permission))
    .filter(holds(wanted))

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
      <Spotlight.Search placeholder="Search people, screens, actions" leftSection={<IconSearch stroke={1.75} />} />
      <Spotlight.ActionsList>
        <Found heading="People" rows={people.rows} />
        <Found heading="Screens" rows={screens.map(toRow)} />
        <Found heading="Actions" rows={doable.map(toRow)} />
        {people.note ? (
          <Text size="sm" c="dimmed" p="sm" role="status">
            {people.note}
          </Text>
        ) : null}
        {people.rows.length + screens.length + doable.length === 0 && !people.note ? (
          <Spotlight.Empty>Nothing is called that</Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

interface Row {
  path: string
  label: string
  description?: string
  section: React.ReactNode
}

function toRow({ path, label, icon }: { path: string; label: string; icon: IconName }): Row {
  const Icon = iconOf(icon)
  return { path, label, section: <Icon size={20} stroke={1.75} /> }
}

function Found({ heading, rows }: { heading: string; rows: Row[] }) {
  const navigate = useNavigate()
  if (rows.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={heading}>
      {rows.map(({ path, label, description, section }) => (
        <Spotlight.Action
          key={path}
          label={label}
          description={description}
          leftSection={section}
          onClick={() => navigate(path)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function usePeople(typed: string, mayRead: boolean): { rows: Row[]; note?: string } {
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
      path: `/people/${id}`,
      label: name,
      description: email ?? phone ?? undefined,
      section: <Initials name={name} size={28} />,
    })),
  }
}
