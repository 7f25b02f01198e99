import { Button, Group, NumberInput, Progress, Stack, Switch, Text } from '@mantine/core'
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
import { useDollars } from './use-dollars.ts'

/** What this month's campaigns cost, and where they stop. */
export function Spending() {
  const { data, error, refetch } = useQuery(
    api.smsSettings.read.queryOptions({ input: {}, meta: { live: ['campaigns'] } }),
  )
  return (
    <Panel title="Spending this month" minHeight={160}>
      {error && !data ? <ErrorPanel error={error} what="the spending" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data ? <Cap key={data.monthlyCap ?? 'none'} settings={data} /> : null}
    </Panel>
  )
}

function Cap({ settings }: { settings: SmsSettings }) {
  const { monthlyCap, spent } = settings
  const dollars = useDollars()
  const may = useMay('settings.write')
  return (
    <Stack>
      <Text data-figures>
        {dollars(spent)} at list prices{monthlyCap === null ? ', no cap is set' : ` of ${dollars(monthlyCap)}`}
      </Text>
      {monthlyCap === null ? null : (
        <Progress
          value={Math.min((spent / monthlyCap) * 100, 100)}
          color={spent >= monthlyCap * 0.8 ? 'yellow' : undefined}
          aria-label="Share of the monthly cap used"
        />
      )}
      {may ? <CapForm settings={settings} /> : null}
    </Stack>
  )
}

function CapForm({ settings: { monthlyCap, longTexts } }: { settings: SmsSettings }) {
  const queries = useQueryClient()
  const [amount, setAmount] = useState<number | string>(monthlyCap === null ? '' : monthlyCap / 100)
  const [refused, setRefused] = useState<string>()
  const save = async (changes: Parameters<typeof client.smsSettings.change>[0]) => {
    setRefused(undefined)
    try {
      queries.setQueryData(api.smsSettings.read.queryKey({ input: {} }), await client.smsSettings.change(changes))
      toast('Saved')
    } catch (error) {
      const wrong = fieldErrors(error).monthlyCap
      if (wrong) setRefused(wrong)
      else toastError(error)
    }
  }
  return (
    <>
      <Group align="flex-end">
        <NumberInput
          label="Monthly cap in US dollars"
          description="Campaigns pause before exceeding it, and owners and admins are notified."
          placeholder="No cap"
          min={1}
          decimalScale={2}
          thousandSeparator=","
          value={amount}
          error={refused}
          onChange={setAmount}
        />
        <Button
          variant="default"
          onClick={() => void save({ monthlyCap: amount === '' ? null : Math.round(Number(amount) * 100) })}
        >
          Save
        </Button>
      </Group>
      <Switch
        label="Allow texts of up to 1,600 characters"
        description="Every 160 characters cost as much as one text."
        checked={longTexts}
        onChange={event => void save({ longTexts: event.currentTarget.checked })}
      />
    </>
  )
}
