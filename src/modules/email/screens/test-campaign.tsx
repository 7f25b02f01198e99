import { Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Arm } from '#campaigns/rules/arms.ts'
import { PersonPicker } from '#people/widgets/person-picker.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { CampaignDialogProps } from './campaign-dialogs.tsx'

const listed = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** To oneself, or to anyone who should look at it first; as someone of the church would get it. */
export function TestCampaign({ onClose, campaign, current }: CampaignDialogProps) {
  const { user } = useMe()
  const [personId, setPerson] = useState<string | null>(null)
  const [arm, setArm] = useState<Arm>('a')
  const form = useForm({ initialValues: { to: user.email } })
  const send = async ({ to }: { to: string }) => {
    const which = await current()
    if (!which) return
    const as = { arm, ...(personId && { personId }) }
    const { sent } = await client.emailCampaigns.test({ id: which.id, to: listed(to), ...as })
    toast(sent === 1 ? 'Test sent' : `${sent} tests sent`)
  }
  return (
    <FormDialog opened onClose={onClose} form={form} title="Send a test" submitLabel="Send test" onSubmit={send}>
      <TextInput
        label="To"
        description="Up to five addresses, separated by commas."
        data-autofocus
        {...form.getInputProps('to')}
      />
      {campaign.split ? (
        <SegmentedControl
          aria-label="Version"
          value={arm}
          onChange={value => setArm(value as Arm)}
          data={[
            { value: 'a', label: 'Version A' },
            { value: 'b', label: 'Version B' },
          ]}
        />
      ) : null}
      <ReadBy personId={personId} onPick={setPerson} />
      <Text size="sm" c="dimmed">
        Links in a test change nothing, and nothing is counted.
      </Text>
    </FormDialog>
  )
}

/** Whose names stand in it. */
function ReadBy({ personId, onPick }: { personId: string | null; onPick: (personId: string) => void }) {
  const person = useQuery(api.people.get.queryOptions({ input: { id: personId ?? '' }, enabled: personId !== null }))
  return (
    <div>
      <Group gap={4} mb={4}>
        <Text size="sm" fw={500}>
          Preview as {person.data?.name ?? 'Ann Miller'}
        </Text>
      </Group>
      <PersonPicker label="Person" onPick={onPick} />
    </div>
  )
}
