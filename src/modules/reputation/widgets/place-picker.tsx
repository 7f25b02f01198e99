import { Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { api } from '#web/api.ts'
import type { CustomTarget } from '../requests/contract.ts'
import { NOT_REQUESTED } from '../requests/rules/targets.ts'
import { platformNames } from '../rules/platforms.ts'

export interface Places {
  sources: string[]
  custom: CustomTarget | null
}
interface PlacePickerProps {
  value: Places
  onChange: (places: Places) => void
  /** where the server refused them */
  errors?: Record<string, unknown>
}
const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined)

/** Where people may write a review; what can't be asked for stands there too, and says why. */
export function PlacePicker({ value, onChange, errors = {} }: PlacePickerProps) {
  const { sources, custom } = value
  const { data, error, refetch } = useQuery(
    api.reviewRequests.offers.queryOptions({ input: {}, meta: { live: ['reviews'] } }),
  )
  const items = data?.items ?? []
  const toggle = (id: string, on: boolean) =>
    onChange({ ...value, sources: on ? [...sources, id] : sources.filter(one => one !== id) })
  return (
    <Fieldset variant="unstyled" legend="Platforms">
      <Stack gap="xs">
        {error ? <ErrorPanel error={error} what="the platforms" onRetry={() => void refetch()} /> : null}
        {items.map(({ id, platform, name, problem }) => (
          <Checkbox
            key={id}
            label={`${platformNames[platform]}, ${name}`}
            description={problem}
            disabled={problem !== null}
            checked={problem === null && sources.includes(id)}
            onChange={event => toggle(id, event.currentTarget.checked)}
          />
        ))}
        {items.some(({ platform }) => platform === 'yelp') ? null : (
          <Checkbox label={platformNames.yelp} description={NOT_REQUESTED} disabled checked={false} readOnly />
        )}
        <Checkbox
          label="Another place"
          checked={custom !== null}
          onChange={event => onChange({ ...value, custom: event.currentTarget.checked ? { name: '', url: '' } : null })}
        />
        {custom ? (
          <>
            <TextInput
              label="Name of the place"
              maxLength={60}
              value={custom.name}
              error={textOf(errors['custom.name'])}
              onChange={event => onChange({ ...value, custom: { ...custom, name: event.currentTarget.value } })}
            />
            <TextInput
              label="Address where reviews are written"
              placeholder="https://"
              maxLength={500}
              value={custom.url}
              error={textOf(errors['custom.url'])}
              onChange={event => onChange({ ...value, custom: { ...custom, url: event.currentTarget.value } })}
            />
          </>
        ) : null}
        {textOf(errors.sources) ? (
          <Text size="sm" c="red" role="alert">
            {textOf(errors.sources)}
          </Text>
        ) : null}
      </Stack>
    </Fieldset>
  )
}
