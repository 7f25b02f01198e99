import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import { api } from '#web/api.ts'
import { facets, hasChoices, listValues } from '../rules/standard-fields.ts'
import { choices, keyOf } from '../segments/rules/catalogue.ts'
import type { Condition, Kind } from '../segments/rules/condition.ts'
import { CustomFields, CustomName } from './condition-custom.tsx'
import { ConsentFields, EventFields, LeadFields } from './condition-history.tsx'
import { Count, type FieldsProps, Pick, Several, YesNo } from './condition-inputs.tsx'
import classes from './segment.module.css'

/** What a condition is about, and the controls that say what is asked of it. */
export function ConditionFields({ condition, onChange }: FieldsProps<Condition>) {
  const label =
    condition.kind === 'custom' ? (
      <CustomName fieldId={condition.fieldId} />
    ) : (
      choices.find(({ key }) => key === keyOf(condition))?.label
    )
  return (
    <>
      <span className={classes.what}>{label}</span>
      <Controls condition={condition} onChange={onChange} />
    </>
  )
}

function Controls({ condition, onChange }: FieldsProps<Condition>) {
  switch (condition.kind) {
    case 'text':
      return <TextFields condition={condition} onChange={onChange} />
    case 'date':
      return <DateFields condition={condition} onChange={onChange} />
    case 'age':
      return <AgeFields condition={condition} onChange={onChange} />
    case 'tags':
    case 'groups':
      return <LabelFields condition={condition} onChange={onChange} />
    case 'household':
      return <Pick label="Household" options={households} of={condition} name="fact" onChange={onChange} />
    case 'lead':
      return <LeadFields condition={condition} onChange={onChange} />
    case 'event':
      return <EventFields condition={condition} onChange={onChange} />
    case 'custom':
      return <CustomFields condition={condition} onChange={onChange} />
    case 'consent':
      return <ConsentFields condition={condition} onChange={onChange} />
    default:
      return <SmallFields condition={condition} onChange={onChange} />
  }
}

function SmallFields({ condition, onChange }: FieldsProps<Kind<'yearly' | 'owner' | 'reach' | 'flag'>>) {
  switch (condition.kind) {
    case 'yearly':
      return (
        <Count
          label="Number of days"
          prefix="in the next "
          value={condition.days}
          onChange={days => onChange({ ...condition, days: days as number })}
        />
      )
    case 'owner':
      return (
        <MemberSelect
          aria-label="Assigned to"
          nobody="Nobody"
          allowDeselect={false}
          clearable={false}
          value={condition.userId}
          onChange={userId => userId && onChange({ ...condition, userId })}
        />
      )
    case 'reach':
      return (
        <>
          <YesNo label="Condition" yes="can be" no="can’t be" of={condition} name="can" onChange={onChange} />
          <Pick label="How" options={ways} of={condition} name="channel" onChange={onChange} />
        </>
      )
    case 'flag':
      return (
        <>
          <YesNo label="Condition" yes="is" no="is not" of={condition} name="is" onChange={onChange} />
          <Pick label="Flag" options={flags} of={condition} name="field" onChange={onChange} />
        </>
      )
  }
}

const ways = { email: 'mailed', sms: 'texted' }
const households = {
  withChildren: 'has children',
  withOthers: 'shared with others',
  none: 'no household',
  isAdult: 'an adult',
  isChild: 'a child',
}
const flags = { deceased: 'deceased', doNotContact: 'do not contact', griefHold: 'promotions paused' }

const textOps = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  startsWith: 'starts with',
  filled: 'is known',
  empty: 'is not known',
}

function TextFields({ condition, onChange }: FieldsProps<Kind<'text'>>) {
  const { field, op, value } = condition
  const known = useKnownValues(field)
  const chosen = isChosen(field) && op !== 'contains' && op !== 'startsWith'
  const { contains: _, startsWith: __, ...chosenOps } = textOps
  const fixed = hasChoices(field)
  const set = (text: string) => onChange({ ...condition, value: text })
  return (
    <>
      <Pick
        label="Comparison"
        options={(fixed ? chosenOps : textOps) as typeof textOps}
        of={condition}
        name="op"
        onChange={onChange}
      />
      {op === 'filled' || op === 'empty' ? null : chosen ? (
        <NativeSelect
          aria-label="Value"
          value={value}
          data={[
            { value: '', label: 'Choose …' },
            // What nobody has any more stays chosen until another is.
            ...[...new Set([...known, value])]
              .filter(Boolean)
              .map(one => ({ value: one, label: fixed ? statusLabel(one) : one })),
          ]}
          onChange={event => set(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          aria-label="Value"
          maxLength={200}
          value={value}
          onChange={event => set(event.currentTarget.value)}
        />
      )}
    </>
  )
}

const hasFacet = (field: Kind<'text'>['field']) => facets.some(one => one.field === field)
/** Fields whose values are few, so that they are chosen and never misspelled. */
const isChosen = (field: Kind<'text'>['field']) => hasFacet(field) || hasChoices(field)

/** What people of this church have there. */
function useKnownValues(field: Kind<'text'>['field']): readonly string[] {
  const { data } = useQuery(api.people.facets.queryOptions({ input: {}, enabled: hasFacet(field), staleTime: 60_000 }))
  return listValues(field, data)
}

function DateFields({ condition, onChange }: FieldsProps<Kind<'date'>>) {
  const within = condition.op === 'inLast' || condition.op === 'notInLast'
  const ops = { inLast: 'in the last', notInLast: 'longer ago than', before: 'before', after: 'after' }
  return (
    <>
      <Pick label="Comparison" options={ops} of={condition} name="op" onChange={onChange} />
      {within ? (
        <Count label="Number of days" value={condition.days} onChange={days => onChange({ ...condition, days })} />
      ) : (
        <TextInput
          type="date"
          aria-label="Day"
          value={condition.date ?? ''}
          onChange={event => onChange({ ...condition, date: event.currentTarget.value || undefined })}
        />
      )}
    </>
  )
}

function AgeFields({ condition, onChange }: FieldsProps<Kind<'age'>>) {
  const ops = { atLeast: 'at least', under: 'under', unknown: 'is not known' }
  return (
    <>
      <Pick label="Comparison" options={ops} of={condition} name="op" onChange={onChange} />
      {condition.op === 'unknown' ? null : (
        <Count
          label="Years"
          suffix=" years"
          value={condition.years}
          onChange={years => onChange({ ...condition, years: years as number })}
        />
      )}
    </>
  )
}

function LabelFields({ condition, onChange }: FieldsProps<Extract<Condition, { ids: string[] }>>) {
  const isTags = condition.kind === 'tags'
  const tags = useQuery(api.tags.list.queryOptions({ input: {}, enabled: isTags, staleTime: 60_000 }))
  const groups = useQuery(api.groups.list.queryOptions({ input: {}, enabled: !isTags, staleTime: 60_000 }))
  const all: { id: string; name: string }[] = (isTags ? tags.data?.items : groups.data?.items) ?? []
  const ops = { any: 'any of', all: 'all of', none: 'none of' }
  return (
    <>
      <Pick label="Comparison" options={ops} of={condition} name="op" onChange={onChange} />
      <Several
        label={isTags ? 'Tags' : 'Groups'}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        value={condition.ids}
        onChange={ids => onChange({ ...condition, ids })}
      />
    </>
  )
}
