import { Radio, Text } from '@mantine/core'
import { useMembers } from '#clients/widgets/use-members.ts'
import { useFormat } from '#ui/format.tsx'
import { Initials } from '#ui/initials.tsx'
import { Panel } from '#ui/panel.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import { fieldLabels } from '../merging/rules/fields.ts'
import { formatPartialDate, parsePartialDate } from '../rules/birthday.ts'
import { phoneText } from '../rules/phone-text.ts'
import classes from './merge.module.css'
import type { Fact, Merging, Place, Preview } from './use-merge.ts'

interface MergeFactsProps {
  merging: Merging
  preview: Preview
}

/** Field by field where the two differ; the fuller value is chosen until someone chooses. */
export function MergeFacts({ merging, preview: { fields } }: MergeFactsProps) {
  return (
    <Panel title="Choose the right values">
      {fields.length === 0 ? (
        <Text c="dimmed">Their details are the same. There is nothing to choose.</Text>
      ) : (
        <div className={classes.facts}>
          {fields.map(fact => (
            <FactRow key={fact.field} fact={fact} merging={merging} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function FactRow({ fact, merging: { chosen, pick, sideOf } }: { fact: Fact; merging: Merging }) {
  const { field, hint } = fact
  const label = fieldLabels[field]
  const choices = (['first', 'second'] as const).map(place => ({ place, value: fact[sideOf(place)] }))
  return (
    <Radio.Group
      label={label}
      classNames={{ root: classes.fact, label: classes.what }}
      value={chosen(fact)}
      onChange={place => pick(field, place as Place)}
    >
      <div className={classes.choices}>
        {choices.map(({ place, value }) => (
          <Radio
            key={place}
            value={place}
            classNames={{ label: classes.value }}
            label={<Value fact={fact} value={value} />}
          />
        ))}
        {hint ? (
          <Text size="sm" c="dimmed" className={classes.fixed}>
            {hint}
          </Text>
        ) : null}
      </div>
    </Radio.Group>
  )
}

function Value({ fact: { field }, value }: { fact: Fact; value: string | null }) {
  const { locale } = useFormat()
  const { nameOf } = useMembers()
  if (!value)
    return (
      <Text span size="sm" c="dimmed">
        Nothing
      </Text>
    )
  if (field === 'photoUrl') return <Initials name="Photo" src={value} size="md" />
  if (field === 'assignedTo') return nameOf(value)
  if (field === 'phone') return phoneText(value)
  if (field === 'gender' || field === 'maritalStatus') return statusLabel(value)
  const day = field === 'birthDate' || field === 'anniversary' ? parsePartialDate(value) : null
  return day ? formatPartialDate(day, locale) : value
}
