import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { PersonPicker } from '#people/widgets/person-picker.tsx'
import { CopiedText } from '#ui/copied-text.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Form } from './use-form-draft.ts'

type Made = Awaited<ReturnType<typeof client.forms.linkFor>>

/** A link for one person, who finds their name and how to reach them filled in. */
export function LinkFor({ form }: { form: Form }) {
  const { date } = useFormat()
  const act = useAct()
  const [made, setMade] = useState<Made | null>(null)
  const make = (personId: string) =>
    act(
      async () => setMade(await client.forms.linkFor({ id: form.id, personId })),
      undefined,
      'The link was not created',
    )
  if (!useMay('people.read')) return null
  return (
    <Panel title="Copy a link for…">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          The form opens with this person’s name, email and phone number filled in. Anyone they share the link with sees
          these details, but nothing else.
        </Text>
        <PersonPicker label="Copy a link for" onPick={personId => void make(personId)} />
        {made ? (
          <>
            <Text size="sm" role="status">
              For {made.name}, until {date(made.expiresAt)}
            </Text>
            <CopiedText text={made.url} what={`link for ${made.name}`} />
          </>
        ) : null}
      </Stack>
    </Panel>
  )
}
