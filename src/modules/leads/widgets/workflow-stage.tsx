import { NativeSelect } from '@mantine/core'
import type { FormProps } from '#kernel/modules.ts'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { placeholderOf } from '#ui/placeholder.ts'
import { type Stage, stages } from '../rules/stages.ts'

interface StageSelectProps extends FormProps {
  label: string
  /** the option that takes the choice away */
  any: string
  name: 'to' | 'stage'
  offered: readonly Stage[]
}

function StageSelect({ value, onChange, label, any, name, offered }: StageSelectProps) {
  const { stageTitles } = useLeadNames()
  const chosen = value[name]
  return (
    <NativeSelect
      label={label}
      value={typeof chosen === 'string' && !placeholderOf(chosen) ? chosen : ''}
      data={[{ value: '', label: any }, ...offered.map(stage => ({ value: stage, label: stageTitles[stage] }))]}
      onChange={event => onChange({ ...value, [name]: event.currentTarget.value || undefined })}
    />
  )
}

/** Of the trigger: to which stage a lead moves. */
export const MovedForm = (props: FormProps) => (
  <StageSelect {...props} name="to" label="Moved to" any="Any stage" offered={stages} />
)
/** Of the actions: a lead that is closed needs an outcome, which a person gives. */
export const StageForm = (props: FormProps) => (
  <StageSelect
    {...props}
    name="stage"
    label="Stage"
    any="Choose a stage"
    offered={stages.filter(stage => stage !== 'closed')}
  />
)
