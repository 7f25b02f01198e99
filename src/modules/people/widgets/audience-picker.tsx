import { Button, Checkbox, Fieldset, MultiSelect, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import type { Audience } from '../audience/contract.ts'
import { AudienceBreakdown } from './audience-breakdown.tsx'
import classes from './audience-picker.module.css'
import { PeopleSelect } from './people-select.tsx'

type Chosen = Audience['exclude']

interface AudiencePickerProps {
  value: Audience
  onChange: (audience: Audience) => void
  channel: 'sms' | 'email' | 'voice'
  /** what the consent must be for: newsletter, a list … */
  topic: string
  /** beside the field, where the server refused it */
  error?: string
}

/** For whom something is meant, and what becomes of that: the people behind every figure open on a click. */
export function AudiencePicker({ value, onChange, channel, topic, error }: AudiencePickerProps) {
  const excluded = Object.values(value.exclude).some(list => list.length > 0)
  const [open, { open: show }] = useDisclosure(excluded)
  return (
    <div className={classes.root}>
      <Fieldset variant="unstyled" legend="Recipients" className={classes.part}>
        <Stack gap="xs">
          <Checkbox
            label="Everyone"
            checked={value.everybody}
            error={error}
            onChange={event => onChange({ ...value, everybody: event.currentTarget.checked })}
          />
          {value.everybody ? null : <Lists value={value} onChange={chosen => onChange({ ...value, ...chosen })} />}
        </Stack>
      </Fieldset>
      {open ? (
        <Fieldset variant="unstyled" legend="Exclude" className={classes.part}>
          <Lists value={value.exclude} onChange={exclude => onChange({ ...value, exclude })} />
        </Fieldset>
      ) : (
        <Button variant="subtle" size="compact-sm" onClick={show} className={classes.start}>
          Exclude people
        </Button>
      )}
      <Checkbox
        label={channel === 'voice' ? 'Call the parents of minors instead' : 'Write to the parents of minors instead'}
        description="People under 18 don’t get promotions. With this on, the adults in their household get them instead."
        checked={value.guardians}
        onChange={event => onChange({ ...value, guardians: event.currentTarget.checked })}
      />
      {channel === 'email' ? (
        <Checkbox
          label="One email for each household"
          description="Sent to the primary adult, or else the oldest. The others are counted as the same household."
          checked={value.perHousehold ?? false}
          onChange={event => onChange({ ...value, perHousehold: event.currentTarget.checked })}
        />
      ) : null}
      <AudienceBreakdown audience={value} channel={channel} topic={topic} />
    </div>
  )
}

interface ListsProps {
  value: Chosen
  onChange: (chosen: Chosen) => void
}

/** Segments, tags, groups and single people: the audience is everyone in one of them. */
function Lists({ value: { segments, tags, groups, people }, onChange }: ListsProps) {
  const chosen = { segments, tags, groups, people }
  const known = {
    segments: useQuery(api.segments.list.queryOptions({ input: { limit: 200 }, staleTime: 60_000 })).data?.items,
    tags: useQuery(api.tags.list.queryOptions({ input: {}, staleTime: 60_000 })).data?.items,
    groups: useQuery(api.groups.list.queryOptions({ input: {}, staleTime: 60_000 })).data?.items,
  }
  const list = (kind: keyof typeof known, label: string) => (
    <MultiSelect
      label={label}
      placeholder={chosen[kind].length === 0 ? 'Choose …' : undefined}
      searchable
      clearable
      data={(known[kind] ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen[kind]}
      onChange={ids => onChange({ ...chosen, [kind]: ids })}
    />
  )
  return (
    <div className={classes.lists}>
      {list('segments', 'Segments')}
      {list('tags', 'Tags')}
      {list('groups', 'Groups')}
      <PeopleSelect label="People" value={people} onChange={ids => onChange({ ...chosen, people: ids })} />
    </div>
  )
}
