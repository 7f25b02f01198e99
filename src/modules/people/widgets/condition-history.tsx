import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { api } from '#web/api.ts'
import { leadOutcomes, leadStages } from '../rules/lead-stages.ts'
import { eventNames } from '../segments/rules/catalogue.ts'
import type { Kind } from '../segments/rules/condition.ts'
import { Count, type FieldsProps, Pick, Several, YesNo } from './condition-inputs.tsx'
import { useLeadNames } from './use-lead-names.ts'

export function LeadFields({ condition, onChange }: FieldsProps<Kind<'lead'>>) {
  const { stageTitles, outcomeTitles } = useLeadNames()
  const options = (list: readonly string[], label: (value: string) => string) =>
    list.map(value => ({ value, label: label(value) }))
  return (
    <>
      <YesNo label="Condition" yes="has a card" no="has no card" of={condition} name="has" onChange={onChange} />
      <Several
        label="Any stage"
        options={options(leadStages, stage => stageTitles[stage as keyof typeof stageTitles])}
        value={condition.stages}
        onChange={stages => onChange({ ...condition, stages: stages as Kind<'lead'>['stages'] })}
      />
      <Several
        label="Any outcome"
        options={options(leadOutcomes, outcome => outcomeTitles[outcome as keyof typeof outcomeTitles])}
        value={condition.outcomes}
        onChange={outcomes => onChange({ ...condition, outcomes: outcomes as Kind<'lead'>['outcomes'] })}
      />
      <SourceOfLead value={condition.source} onChange={source => onChange({ ...condition, source })} />
      <MemberSelect
        aria-label="Owner of the lead"
        placeholder="Any owner"
        nobody="Nobody"
        value={condition.assignedTo ?? null}
        onChange={userId => onChange({ ...condition, assignedTo: userId ?? undefined })}
      />
      <Worth
        label="Worth at least"
        value={condition.valueFrom}
        onChange={valueFrom => onChange({ ...condition, valueFrom })}
      />
      <Worth
        label="Worth at most"
        value={condition.valueTo}
        onChange={valueTo => onChange({ ...condition, valueTo })}
      />
    </>
  )
}

function SourceOfLead({ value, onChange }: { value: string; onChange: (source: string) => void }) {
  const { data } = useQuery(api.leads.sources.queryOptions({ input: {}, staleTime: 60_000 }))
  const known = [...new Set([...(data?.items ?? []), value])].filter(Boolean)
  return (
    <NativeSelect
      aria-label="Source of the lead"
      value={value}
      data={[{ value: '', label: 'Any source' }, ...known.map(one => ({ value: one, label: one }))]}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

interface WorthProps {
  label: string
  /** minor units */
  value: number | undefined
  onChange: (value: number | undefined) => void
}
const Worth = ({ label, value, onChange }: WorthProps) => (
  <NumberInput
    aria-label={label}
    placeholder={label}
    allowNegative={false}
    decimalScale={2}
    hideControls
    value={value === undefined ? '' : value / 100}
    onChange={typed => onChange(typed === '' ? undefined : Math.round(Number(typed) * 100))}
  />
)

export function EventFields({ condition, onChange }: FieldsProps<Kind<'event'>>) {
  return (
    <>
      <YesNo label="Condition" yes="was" no="was not" of={condition} name="did" onChange={onChange} />
      <Pick label="Result" options={eventNames} of={condition} name="type" onChange={onChange} />
      <Count
        label="Number of days (optional)"
        prefix="in the last "
        placeholder="at any time"
        value={condition.days}
        onChange={days => onChange({ ...condition, days })}
      />
    </>
  )
}

export function ConsentFields({ condition, onChange }: FieldsProps<Kind<'consent'>>) {
  const states = { granted: 'opted in to', revoked: 'opted out of', none: 'has not answered about' }
  return (
    <>
      <Pick label="Consent" options={states} of={condition} name="state" onChange={onChange} />
      <Pick
        label="Channel"
        options={{ email: 'e-mail', sms: 'text messages' }}
        of={condition}
        name="channel"
        onChange={onChange}
      />
      <TextInput
        aria-label="Topic, such as newsletter"
        placeholder="everything"
        maxLength={100}
        value={condition.topic}
        onChange={event => onChange({ ...condition, topic: event.currentTarget.value })}
      />
    </>
  )
}
