import { NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { phoneText } from '#people/rules/phone-text.ts'
import { RETRY } from '../rules/states.ts'
import classes from './robocall-widgets.module.css'
import type { CallDraftState } from './use-call-draft.ts'
import { useVoiceNumbers } from './use-voice-numbers.ts'

/** From which number, how fast, how often, and what it may cost. */
export function CallingStep({ draft }: { draft: CallDraftState }) {
  const { values, errors, change } = draft
  const { mayUse, numbers, isLoaded } = useVoiceNumbers()
  const names = new Map(numbers.map(one => [one.number, `${one.friendlyName}, ${phoneText(one.number)}`]))
  const chosen = values.callerNumber
  if (chosen && !names.has(chosen)) names.set(chosen, phoneText(chosen))
  return (
    <Stack>
      <div className={classes.pair}>
        <NativeSelect
          label="Caller number"
          description={
            mayUse && isLoaded && numbers.length === 0
              ? 'You have no number that can place calls. Buy one under Twilio.'
              : 'Shown on the phone that rings.'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={chosen}
          error={errors.callerNumber}
          onChange={event => change({ callerNumber: event.currentTarget.value })}
          data={[{ value: '', label: 'Default number' }, ...[...names].map(([value, label]) => ({ value, label }))]}
        />
        <TextInput
          label="Phone for key 2"
          description="Rings when someone presses 2. Leave it empty and your team is asked to call back."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="tel"
          value={values.connectTo}
          error={errors.connectTo}
          onChange={event => change({ connectTo: event.currentTarget.value })}
        />
      </div>
      <PaceFields draft={draft} />
      <Keys />
    </Stack>
  )
}

/** What can be changed while a campaign is paused, too. */
export function PaceFields({
  draft: { values, errors, change },
}: {
  draft: Pick<CallDraftState, 'values' | 'errors' | 'change'>
}) {
  const number = (
    name: 'perMinute' | 'atOnce' | 'retries' | 'retryGap',
    label: string,
    [min, max]: [number, number],
    description?: string,
  ) => (
    <NumberInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={min}
      max={max}
      allowDecimal={false}
      value={values[name]}
      error={errors[name]}
      onChange={value => change({ [name]: value })}
    />
  )
  return (
    <div className={classes.pair}>
      {number('perMinute', 'Calls a minute', [1, 120])}
      {number('atOnce', 'Calls at the same time', [1, 50])}
      {number('retries', 'Retries', [0, RETRY.most], 'If nobody answers or the line is busy.')}
      {number('retryGap', 'Minutes between tries', [RETRY.gap, 1_440])}
      <NumberInput
        label="Spending cap"
        description="The campaign pauses before it costs more. Empty: no cap."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        prefix="$"
        min={0.01}
        max={100_000}
        decimalScale={2}
        value={values.spendingCap}
        error={errors.spendingCap}
        onChange={value => change({ spendingCap: value })}
      />
    </div>
  )
}

const keys = [
  ['1', 'Hear the message again'],
  ['2', 'Talk to us'],
  ['9', 'Stop these calls'],
] as const

const Keys = () => (
  <Stack gap="xs" role="group" aria-label="Keys">
    <Text size="sm" fw={500}>
      Keys
    </Text>
    <dl className={classes.keys}>
      {keys.map(([key, does]) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>{key}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <Text size="sm" c="dimmed">
      <IconLock size={13} stroke={1.75} aria-hidden /> These keys are the same in every call and can’t be changed. A
      person who presses 9 is on your suppression list at once.
    </Text>
  </Stack>
)
