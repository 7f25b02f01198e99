import { Alert, Box, Button, Group, Loader, Select, Stack, Tabs, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { messageOf } from '#ui/message.ts'
import { api } from '#web/api.ts'
import { type EditionId, editions } from '../rules/editions.ts'
import { Quotation } from './quotation.tsx'
import classes from './verse-picker.module.css'

export interface Picked {
  reference: string
  edition: EditionId
}
interface VersePickerProps {
  value: Picked
  onChange: (value: Picked) => void
  label?: string
  error?: React.ReactNode
}

/** Enters a passage or finds it by its words, and shows it as it is stored. */
export function VersePicker({ value, onChange, label = 'Passage', error }: VersePickerProps) {
  const [tab, setTab] = useState<string | null>('enter')
  const pick = (reference: string) => {
    onChange({ ...value, reference })
    setTab('enter')
  }
  return (
    <Stack gap="xs">
      <Select
        label="Translation"
        allowDeselect={false}
        data={editions.map(({ id, name, abbreviation }) => ({ value: id, label: `${name} (${abbreviation})` }))}
        value={value.edition}
        onChange={edition => edition && onChange({ ...value, edition: edition as EditionId })}
      />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="enter">Enter a passage</Tabs.Tab>
          <Tabs.Tab value="find">Find by words</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="enter" pt="sm">
          <Entered value={value} onChange={onChange} label={label} error={error} />
        </Tabs.Panel>
        <Tabs.Panel value="find" pt="sm">
          <Finder edition={value.edition} onPick={pick} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function Entered({ value, onChange, label, error }: VersePickerProps) {
  const [reference] = useDebouncedValue(value.reference.trim(), 300)
  const found = useQuery(
    api.scripture.passage.queryOptions({
      input: { reference, edition: value.edition },
      enabled: reference !== '',
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  )
  return (
    <Stack gap="sm">
      <TextInput
        label={label}
        placeholder="John 3:16-21"
        value={value.reference}
        onChange={event => onChange({ ...value, reference: event.currentTarget.value })}
        error={error ?? (found.error && reference ? messageOf(found.error) : undefined)}
      />
      {found.isLoading && <Loader size="sm" />}
      <div aria-live="polite">
        {found.data?.items.map(passage => (
          <Quotation key={passage.name} passage={passage} />
        ))}
      </div>
    </Stack>
  )
}

interface FinderProps {
  edition: EditionId
  onPick: (reference: string) => void
}
function Finder({ edition, onPick }: FinderProps) {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(10)
  const [q] = useDebouncedValue(typed.trim(), 300)
  const found = useQuery(
    api.scripture.search.queryOptions({
      input: { q, edition, limit },
      enabled: q.length > 1,
      placeholderData: old => old,
    }),
  )
  return (
    <Stack gap="sm">
      <TextInput
        label="Words"
        description="In quotation marks, words that stand next to each other"
        placeholder="living water"
        leftSection={<IconSearch size={16} stroke={1.75} />}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {found.error && <Alert color="red">{messageOf(found.error)}</Alert>}
      <Box aria-live="polite">
        {q.length > 1 && found.data && (
          <Text size="sm" c="dimmed">
            {found.data.total === 0
              ? 'No verse has these words'
              : counted(found.data.total, 'verses', count => count.toLocaleString('en-US'))}
          </Text>
        )}
      </Box>
      {q.length > 1 && found.data?.items.map(verse => <Found key={verse.id} {...verse} onPick={onPick} />)}
      {found.data && found.data.total > limit && (
        <Group>
          <Button
            variant="default"
            size="xs"
            onClick={() => setLimit(Math.min(100, limit + 20))}
            disabled={limit >= 100}
          >
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface FoundProps {
  name: string
  text: string
  onPick: (reference: string) => void
}
const Found = ({ name, text, onPick }: FoundProps) => (
  <UnstyledButton className={classes.found} onClick={() => onPick(name)}>
    <Text size="sm" fw={600}>
      {name}
    </Text>
    <Text size="sm">{text}</Text>
  </UnstyledButton>
)
