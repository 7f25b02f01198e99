import { Chip, ColorInput, Fieldset, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type TemplateKey, templateKeys, templates } from '../rules/design.ts'
import type { CardDraft, Words } from './use-card.ts'

interface FieldsProps {
  draft: CardDraft
  disabled: boolean
}
type TextName = 'firstName' | 'lastName' | 'title' | 'organization' | 'phone' | 'email' | 'website'

/** What stands on the card and on its page. */
export function CardFields({ draft, disabled }: FieldsProps) {
  return (
    <Fieldset variant="unstyled" disabled={disabled}>
      <Stack>
        <Details draft={draft} />
        <Look draft={draft} />
        <PageOptions draft={draft} />
      </Stack>
    </Fieldset>
  )
}

const useText =
  ({ words, set, errors }: CardDraft) =>
  (name: TextName) => ({
    value: words[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    error: errors[name],
  })

function Details({ draft }: { draft: CardDraft }) {
  const text = useText(draft)
  return (
    <Panel title="On the card">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="First name" maxLength={80} {...text('firstName')} />
        <TextInput label="Last name" maxLength={80} {...text('lastName')} />
        <TextInput label="Title" maxLength={120} {...text('title')} />
        <TextInput label="Organization" maxLength={120} {...text('organization')} />
        <TextInput label="Phone" type="tel" maxLength={40} {...text('phone')} />
        <TextInput label="Email" type="email" maxLength={254} {...text('email')} />
        <TextInput label="Website" type="url" maxLength={200} {...text('website')} />
      </SimpleGrid>
    </Panel>
  )
}

const colors = [
  { name: 'backgroundColor', label: 'Background' },
  { name: 'textColor', label: 'Text' },
  { name: 'accentColor', label: 'Accent' },
] as const

function Look({ draft: { words, set, errors } }: { draft: CardDraft }) {
  return (
    <Panel title="Look">
      <Stack gap="sm">
        <div>
          <Text size="sm" fw={500} mb={4} id="card-template">
            Template
          </Text>
          <Chip.Group
            value={words.template}
            onChange={key => set({ template: key as TemplateKey, ...templates[key as TemplateKey].colors })}
          >
            <Group gap="xs" role="radiogroup" aria-labelledby="card-template">
              {templateKeys.map(key => (
                <Chip key={key} value={key}>
                  {templates[key].name}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </div>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {colors.map(({ name, label }) => (
            <ColorInput
              key={name}
              label={label}
              format="hex"
              withEyeDropper={false}
              value={words[name]}
              onChange={color => /^#[0-9a-f]{6}$/i.test(color) && set({ [name]: color } as Partial<Words>)}
              error={errors[name]}
            />
          ))}
        </SimpleGrid>
        <Switch
          label="Show the church’s logo"
          description="Change it under Settings, Church."
          checked={words.hasLogo}
          onChange={event => set({ hasLogo: event.currentTarget.checked })}
        />
      </Stack>
    </Panel>
  )
}

function PageOptions({ draft: { words, set, errors } }: { draft: CardDraft }) {
  const mayRead = useMay('calendar.read')
  const { data } = useQuery(api.calendarTypes.list.queryOptions({ input: { limit: 200 }, enabled: mayRead }))
  const types = (data?.items ?? []).filter(type => type.visibility !== 'members')
  return (
    <Panel title="On its page">
      <Stack gap="sm">
        <Switch
          label="Directions to the church"
          checked={words.hasDirections}
          onChange={event => set({ hasDirections: event.currentTarget.checked })}
        />
        {mayRead ? (
          <Select
            label="Book a time"
            placeholder="No booking"
            clearable
            searchable
            data={types.map(({ id, name }) => ({ value: id, label: name }))}
            value={words.bookTypeId}
            onChange={bookTypeId => set({ bookTypeId })}
            error={errors.bookTypeId}
          />
        ) : null}
      </Stack>
    </Panel>
  )
}
