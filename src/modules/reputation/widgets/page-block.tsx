import { Alert, MultiSelect, NumberInput, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { useFormat } from '#ui/format.tsx'
import { api } from '#web/api.ts'
import { chosenKeys, MOST_SHOWN } from '../rules/page-blocks.ts'
import { platformNames } from '../rules/platforms.ts'

/** Which reviews a page shows. There is no choice by stars: what is shown has to be what guests say. */
export function ReviewsBlockForm({ value, onChange }: FormProps) {
  const isChosen = value.isChosen === true
  return (
    <Stack gap="sm">
      <BlockTitle value={value} onChange={onChange} />
      <Radio.Group
        label="Reviews"
        value={isChosen ? 'chosen' : 'newest'}
        onChange={next => onChange({ ...value, isChosen: next === 'chosen' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="newest" label="The newest with words" />
          <Radio value="chosen" label="Chosen by hand" />
        </Stack>
      </Radio.Group>
      {isChosen ? <ChosenReviews value={value} onChange={onChange} /> : <MostShown value={value} onChange={onChange} />}
      <Switch
        label="Show initials instead of names"
        checked={value.isInitials === true}
        onChange={event => onChange({ ...value, isInitials: event.currentTarget.checked })}
      />
      <Text size="xs" c="dimmed">
        The average counts all reviews, whichever are shown. Reviews that may tell of danger are left out.
      </Text>
    </Stack>
  )
}

function ChosenReviews({ value, onChange }: FormProps) {
  const { date } = useFormat()
  const { data } = useQuery(api.reviews.list.queryOptions({ input: { limit: 100 } }))
  const chosen = chosenKeys.flatMap(key => (typeof value[key] === 'string' ? [value[key] as string] : []))
  const options = (data?.items ?? [])
    .filter(review => review.content && !review.goneAt)
    .map(review => ({
      value: review.id,
      label: `${review.author ?? 'Anonymous'}, ${platformNames[review.platform]}, ${date(review.date)}: ${review.content.slice(0, 60)}`,
    }))
  const unknown = chosen.filter(id => !options.some(option => option.value === id))
  const choose = (ids: string[]) =>
    onChange({ ...value, ...Object.fromEntries(chosenKeys.map((key, at) => [key, ids[at] ?? null])) })
  return (
    <>
      <Alert color="yellow" role="status">
        Choosing only good reviews misleads visitors. Choose what gives a fair picture.
      </Alert>
      <MultiSelect
        label="Chosen reviews"
        searchable
        maxValues={chosenKeys.length}
        data={[...options, ...unknown.map(id => ({ value: id, label: 'Another review' }))]}
        value={chosen}
        onChange={choose}
      />
    </>
  )
}

/** Which story a page shows: one, or the newest. */
export function TestimonyBlockForm({ value, onChange }: FormProps) {
  const { data } = useQuery(api.testimonies.list.queryOptions({ input: { state: ['published'], limit: 100 } }))
  const chosen = typeof value.testimonyId === 'string' ? value.testimonyId : null
  const options = (data?.items ?? []).map(({ id, person, content }) => ({
    value: id,
    label: `${person}: ${content.slice(0, 60)}`,
  }))
  const isListed = chosen === null || options.some(option => option.value === chosen)
  return (
    <Stack gap="sm">
      <BlockTitle value={value} onChange={onChange} />
      <Select
        label="Testimony"
        description="Only published ones. One that is withdrawn or expires leaves the page by itself."
        placeholder="The newest"
        clearable
        searchable
        data={isListed ? options : [...options, { value: chosen, label: 'No longer published' }]}
        value={chosen}
        onChange={testimonyId => onChange({ ...value, testimonyId })}
      />
      {chosen ? null : <MostShown value={value} onChange={onChange} />}
    </Stack>
  )
}

const BlockTitle = ({ value, onChange }: FormProps) => (
  <TextInput
    label="Title"
    maxLength={120}
    value={typeof value.title === 'string' ? value.title : ''}
    onChange={event => onChange({ ...value, title: event.currentTarget.value })}
  />
)

const MostShown = ({ value, onChange }: FormProps) => (
  <NumberInput
    label="At most"
    min={1}
    max={MOST_SHOWN}
    clampBehavior="strict"
    value={typeof value.count === 'number' ? value.count : 3}
    onChange={next => typeof next === 'number' && onChange({ ...value, count: next })}
  />
)
