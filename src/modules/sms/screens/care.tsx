import { Button, Group, NativeSelect, NumberInput, Radio, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { SmsSettings } from '../settings/contract.ts'

type Change = Parameters<typeof client.smsSettings.change>[0]

/** What a text to many needs before it leaves. */
export function Care() {
  const { data, error, refetch } = useQuery(
    api.smsSettings.read.queryOptions({ input: {}, meta: { live: ['campaigns'] } }),
  )
  return (
    <Panel title="Sending rules" minHeight={160}>
      {error && !data ? <ErrorPanel error={error} what="the settings" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data ? <CareForm settings={data} /> : null}
    </Panel>
  )
}

function useChange() {
  const queries = useQueryClient()
  const [refused, setRefused] = useState<Record<string, string>>({})
  const save = async (changes: Change) => {
    setRefused({})
    try {
      queries.setQueryData(api.smsSettings.read.queryKey({ input: {} }), await client.smsSettings.change(changes))
      toast('Saved')
    } catch (error) {
      const wrong = fieldErrors(error)
      setRefused(wrong)
      if (Object.keys(wrong).length === 0) toastError(error)
    }
  }
  return { refused, save }
}

const required = { count: 'the typed number of recipients', person: 'approval by a second person' }

function CareForm({ settings }: { settings: SmsSettings }) {
  const { approval, approvalAbove } = settings
  const may = useMay('settings.write')
  const { refused, save } = useChange()
  const [above, setAbove] = useState<number | string>(approvalAbove)
  if (!may)
    return (
      <Text data-figures>
        More than {approvalAbove} people: {required[approval]}.
      </Text>
    )
  return (
    <Stack>
      <Group align="flex-end">
        <NumberInput
          label="Before sending to more than this many people, require…"
          min={1}
          max={100_000}
          allowDecimal={false}
          value={above}
          error={refused.approvalAbove}
          onChange={setAbove}
        />
        <Button
          variant="default"
          disabled={above === '' || above === approvalAbove}
          onClick={() => void save({ approvalAbove: Number(above) })}
        >
          Save
        </Button>
      </Group>
      <Radio.Group
        label="Required"
        value={approval}
        error={refused.approval}
        onChange={value => void save({ approval: value as SmsSettings['approval'] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="count" label={required.count} description="The sender types how many people get it." />
          <Radio
            value="person"
            label={required.person}
            description="Another member who can send texts reads and approves it."
          />
        </Stack>
      </Radio.Group>
      <Sunday settings={settings} refused={refused} save={save} />
    </Stack>
  )
}

interface SundayProps {
  settings: SmsSettings
  refused: Record<string, string>
  save: (changes: Change) => Promise<void>
}

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))

/** The hours in which a campaign asks before it disturbs. */
const Sunday = ({ settings: { sundayGuard, sundayFrom, sundayUntil }, refused, save }: SundayProps) => (
  <>
    <Switch
      label="Quiet Sunday morning"
      description="Lampstand asks before it sends campaigns during these hours. Replies and confirmations are never held."
      checked={sundayGuard}
      onChange={event => void save({ sundayGuard: event.currentTarget.checked })}
    />
    {sundayGuard ? (
      <Group align="flex-start" gap="xs">
        <NativeSelect
          label="From"
          value={String(sundayFrom)}
          error={refused.sundayFrom}
          data={hours.slice(0, 24)}
          onChange={event => void save({ sundayFrom: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label="Until"
          value={String(sundayUntil)}
          error={refused.sundayUntil}
          data={hours.slice(1)}
          onChange={event => void save({ sundayUntil: Number(event.currentTarget.value) })}
        />
      </Group>
    ) : null}
  </>
)
