import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDollars } from '#robocalls/widgets/use-dollars.ts'
import { counted } from '#ui/counted.ts'
import { clockTime } from '#ui/local-time.ts'
import { newId } from '#ui/new-id.ts'
import { Problem } from '#ui/problem.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { type ClosureCause, causeLabels, closureCauses, isEmergency, lintClosure, usualEnd } from '../rules/closures.ts'

const everybody = { everybody: true }

interface ClosureValues {
  cause: ClosureCause | ''
  message: string
  until: string
}

/** Tells everyone at once that the church is closed: text, call, email and the site. */
export function ClosureDialog({ onClose }: { onClose: () => void }) {
  const [id] = useState(newId)
  const { timeZone } = useMe().account
  const form = useForm<ClosureValues>({
    initialValues: { cause: '', message: '', until: usualEnd(clockTime(new Date().toISOString(), timeZone)) },
    validate: {
      cause: value => (value ? null : 'Please choose the reason'),
      message: (value, { cause }) =>
        value.trim() ? (lintClosure(value, cause || 'other') ?? null) : 'Please write what people should know',
      until: value => (value ? null : 'Please choose a date and a time'),
    },
  })
  const { run, busy, problem } = useMutate({
    form,
    keys: [api.closures.key()],
  })
  const submit = form.onSubmit(async ({ cause, message, until }) => {
    const done = await run(
      () => client.closures.create({ id, cause: cause as ClosureCause, message, until, audience: everybody }),
      { done: 'The closure is being announced' },
    )
    if (done) onClose()
  })
  return (
    <Modal opened onClose={onClose} title="Announce a closure" size="lg">
      <form noValidate onSubmit={submit}>
        <Stack>
          <Problem error={problem} />
          <Text size="sm" c="dimmed">
            It is sent at once: by text to those who agreed to texts, by a call to the others, by email, and on your
            public pages.
          </Text>
          <ClosureFields form={form} />
          <Reach cause={form.values.cause} message={form.values.message} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={busy}>
              Announce now
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function ClosureFields({ form }: { form: UseFormReturnType<ClosureValues> }) {
  const { cause } = form.values
  return (
    <>
      <NativeSelect
        label="Why are you closed?"
        required
        data={[
          { value: '', label: 'Choose the reason' },
          ...closureCauses.map(one => ({ value: one, label: causeLabels[one] })),
        ]}
        {...form.getInputProps('cause')}
      />
      {cause ? <Law cause={cause} /> : null}
      <Textarea
        label="What should people know?"
        description="One or two sentences. Your church’s name is added."
        placeholder="All services today are canceled because of ice. Please stay home and stay safe."
        required
        autosize
        minRows={3}
        maxLength={300}
        {...form.getInputProps('message')}
      />
      <TextInput
        type="datetime-local"
        label="Show it on your public pages until"
        description="In your church’s time zone."
        required
        {...form.getInputProps('until')}
      />
    </>
  )
}

const Law = ({ cause }: { cause: ClosureCause }) => (
  <Alert color={isEmergency(cause) ? 'blue' : 'yellow'}>
    {isEmergency(cause)
      ? 'Calls about health and safety need no consent. Say only what people must know: no gifts, sales or sign-ups. Nobody is called between 10 PM and 6 AM, and anyone who stopped your calls isn’t called.'
      : 'This isn’t an emergency by law: only people who agreed are told, within the hours of your call rules.'}
  </Alert>
)

function Reach({ cause, message }: { cause: ClosureCause | ''; message: string }) {
  const dollars = useDollars()
  const [words] = useDebouncedValue(message, 500)
  const isAsked = cause !== '' && words.trim() !== '' && !lintClosure(words, cause)
  const { data, error } = useQuery({
    ...api.closures.estimate.queryOptions({
      input: { cause: cause || 'other', message: words || '…', audience: everybody },
    }),
    enabled: isAsked,
  })
  if (!isAsked) return null
  if (error) return <Problem error={error} />
  if (!data) return <Text size="sm">Counting …</Text>
  const { texts, calls, emails, sleeping, unreached, cost, obstacles } = data
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {counted(texts, 'texts')}, {counted(calls, 'calls')} and {counted(emails, 'emails')}, about {dollars(cost)}.
        {sleeping > 0 ? ` ${counted(sleeping, 'calls')} wait until 6 AM.` : ''}
        {unreached > 0 ? ` ${counted(unreached, 'people')} can’t be reached.` : ''}
      </Text>
      {obstacles.map(one => (
        <Alert key={one} color="yellow">
          Nobody can be called: {one} Texts and emails are sent all the same.
        </Alert>
      ))}
    </Stack>
  )
}
