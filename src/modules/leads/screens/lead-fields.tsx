import { Autocomplete, NumberInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { api } from '#web/api.ts'
import { commonSources } from '../rules/stages.ts'

export interface LeadFieldValues {
  source: string
  assignedTo: string | null
  /** Whole units with decimals, as typed. */
  value: number | string
  notes: string
}

type FormWith<Values> = UseFormReturnType<any, any> & { values: Values }

/** What is known of the lead itself, in both drawers. */
export function LeadFields({
  form,
  unassigned = 'Unassigned',
}: {
  form: FormWith<LeadFieldValues>
  unassigned?: string
}) {
  const { valueShown } = useLeadNames()
  const { data } = useQuery(api.leads.sources.queryOptions({ input: {} }))
  const sources = [...new Set([...(data?.items ?? []), ...commonSources])]
  return (
    <>
      <Autocomplete
        label="Source"
        placeholder="Website, Referral…"
        data={sources}
        maxLength={100}
        {...form.getInputProps('source')}
      />
      <MemberSelect label="Owner" placeholder={unassigned} {...form.getInputProps('assignedTo')} />
      {valueShown ? (
        <NumberInput
          label="Value"
          placeholder="0.00"
          min={0}
          decimalScale={2}
          thousandSeparator=","
          hideControls
          {...form.getInputProps('value')}
        />
      ) : null}
      <Textarea label="Notes" autosize minRows={3} maxRows={10} maxLength={50_000} {...form.getInputProps('notes')} />
    </>
  )
}

/** Minor units from what a number field holds. */
export const minorUnits = (value: number | string): number | null =>
  value === '' ? null : Math.round(Number(value) * 100)
