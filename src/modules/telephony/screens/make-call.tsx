import { Button, NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { normalisePhone } from '#people/rules/contact.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { callWords, minutesOf } from '../rules/states.ts'
import { CallControls } from '../widgets/call-controls.tsx'
import { useRings, useTalking } from '../widgets/use-rings.ts'
import { Card } from './card.tsx'
import { FromSelect } from './from-select.tsx'
import classes from './twilio.module.css'
import { type CallDraft, useCall, useSeconds } from './use-call.ts'

/** Rings one's own phone first, then theirs, with the church's number on their screen. */
export function CallCard() {
  const calling = useCall()
  const { going, busy } = calling
  const [draft, setDraft] = useDraft()
  const write = (changes: Partial<CallDraft>) => setDraft({ ...draft, ...changes })
  return (
    <Card
      title="Make a call"
      icon={<IconPhone size={20} stroke={1.75} />}
      onSubmit={() => void (going ? calling.hangUp() : calling.start(draft))}
    >
      <Fields calling={calling} draft={draft} write={write} />
      {going && calling.call?.via === 'browser' ? <CallControls /> : null}
      <div className={classes.line}>
        <Progress calling={calling} />
        <Button
          type="submit"
          className={classes.push}
          loading={busy}
          color={going ? 'red' : undefined}
          leftSection={going ? <IconPhoneOff size={16} stroke={1.75} /> : <IconPhone size={16} stroke={1.75} />}
        >
          {going ? 'Hang up' : 'Call'}
        </Button>
      </div>
    </Card>
  )
}

interface FieldsProps {
  calling: ReturnType<typeof useCall>
  draft: CallDraft
  write: (changes: Partial<CallDraft>) => void
}

function Fields({ calling: { going, call, errors }, draft, write }: FieldsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [params] = useSearchParams()
  const wanted = params.get('do') === 'call'
  useEffect(() => {
    if (wanted) input.current?.focus()
  }, [wanted])
  return (
    <>
      <TextInput
        ref={input}
        type="tel"
        label="Phone number"
        placeholder="(512) 555-0143"
        value={going && call ? phoneText(call.theirs) : draft.to}
        readOnly={going}
        error={errors.to}
        description={going ? call?.name : <Preview typed={draft.to} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={event => write({ to: event.currentTarget.value })}
      />
      {going ? null : <How draft={draft} write={write} error={errors.via} />}
      {going || draft.via === 'browser' ? null : (
        <TextInput
          type="tel"
          label="Ring my phone first"
          placeholder="Your own number"
          value={draft.myPhone}
          error={errors.myPhone}
          onChange={event => write({ myPhone: event.currentTarget.value })}
        />
      )}
      {going ? null : (
        <FromSelect can="voice" value={draft.from} error={errors.from} onChange={from => write({ from })} />
      )}
      {going ? null : <RingHere />}
      {errors.reason ? (
        <TextInput
          label="Reason to call anyway"
          value={draft.reason}
          error={errors.reason}
          onChange={event => write({ reason: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}

/** By one's own phone or in the browser, where that can be. */
function How({ draft, write, error }: Pick<FieldsProps, 'draft' | 'write'> & { error?: string }) {
  const by = useTalking()
  if (!by) return null
  const browser = by === 'sandbox' ? 'Talk in the browser (the sandbox has no sound)' : 'Talk in the browser'
  return (
    <NativeSelect
      label="How to talk"
      value={draft.via}
      error={error}
      onChange={event => write({ via: event.currentTarget.value as CallDraft['via'] })}
      data={[
        { value: 'phone', label: 'Ring my phone first' },
        { value: 'browser', label: browser },
      ]}
    />
  )
}

/** Whether calls ring here as well. */
function RingHere() {
  const by = useTalking()
  const [rings, setRings] = useRings()
  if (!by) return null
  return (
    <Switch
      label="Ring in this browser"
      description="You can answer calls to these numbers on any screen."
      checked={rings}
      onChange={event => setRings(event.currentTarget.checked)}
    />
  )
}

/** With the phone that rang the last time, and the number that a link brought. */
function useDraft() {
  const [params] = useSearchParams()
  const [draft, setDraft] = useState<CallDraft>({
    to: params.get('to') ?? '',
    myPhone: '',
    via: 'phone',
    from: '',
    reason: '',
  })
  const { data } = useQuery(api.calls.myPhone.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }))
  const mine = data?.number
  useEffect(() => {
    if (mine) setDraft(before => (before.myPhone ? before : { ...before, myPhone: phoneText(mine) }))
  }, [mine])
  return [draft, setDraft] as const
}

/** What a number is understood as. */
function Preview({ typed }: { typed: string }) {
  const { account } = useMe()
  const number = typed.length > 6 ? normalisePhone(typed, account.country) : null
  return number ? `Calls ${number}` : null
}

/** What the carrier says of the call, with the time since they picked up. */
function Progress({ calling: { call, going } }: { calling: ReturnType<typeof useCall> }) {
  const seconds = useSeconds(call?.answeredAt, going)
  if (!call) return null
  const time = call.endedAt ? call.duration : seconds
  return (
    <Text size="sm" role="status" c={going ? undefined : 'dimmed'} data-figures>
      {callWords(call)}
      {time === null ? '' : `, ${minutesOf(time)}`}
      {call.problem ? `. ${call.problem}` : ''}
    </Text>
  )
}
