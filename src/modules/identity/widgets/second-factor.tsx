import { Alert, Anchor, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSecondFactor, type Way } from './use-second-factor.ts'

export interface SecondFactorProps {
  /** the session is at aal2 now */
  onDone: () => void
  /** what else one can do, beside confirming: "Sign in as someone else" */
  cancel?: { label: string; onClick: () => void }
}

/** One of the ways to show who one is; the others are a click away. */
export function SecondFactor({ onDone, cancel }: SecondFactorProps) {
  const asking = useSecondFactor(onDone)
  const { ways, way, problem } = asking
  return (
    <Stack gap="md">
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      {way ? (
        <Proof key={way.key} way={way} asking={asking} />
      ) : ways ? (
        <Text>You have no way left to confirm. Please ask the operator of this server for help.</Text>
      ) : problem ? (
        <Button variant="default" onClick={asking.reload}>
          Retry
        </Button>
      ) : (
        <Skeleton height={104} />
      )}
      <OtherWays ways={ways?.filter(other => other.key !== way?.key) ?? []} onChoose={asking.choose} />
      {cancel ? (
        <Anchor component="button" type="button" size="sm" c="dimmed" ta="left" onClick={cancel.onClick}>
          {cancel.label}
        </Anchor>
      ) : null}
    </Stack>
  )
}

function OtherWays({ ways, onChoose }: { ways: Way[]; onChoose: (way: Way) => void }) {
  if (ways.length === 0) return null
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" c="dimmed">
        Or confirm with
      </Text>
      {ways.map(way => (
        <Anchor key={way.key} component="button" type="button" size="sm" onClick={() => onChoose(way)}>
          {way.label}
        </Anchor>
      ))}
    </Stack>
  )
}

type Asking = ReturnType<typeof useSecondFactor>

function Proof({ way, asking }: { way: Way; asking: Asking }) {
  const key = way.kind === 'factor' && way.factor.factor_type === 'webauthn'
  if (key || way.kind === 'passkey')
    return (
      <Button size="md" fullWidth loading={asking.busy} onClick={() => void asking.prove('')}>
        {key ? 'Use your security key' : 'Use your passkey'}
      </Button>
    )
  const phone = way.kind === 'factor' && way.factor.factor_type === 'phone'
  if (phone && !asking.texted)
    return (
      <Button size="md" fullWidth loading={asking.busy} onClick={() => void asking.text(way.factor.id)}>
        Text me a code
      </Button>
    )
  return <CodeForm way={way} phone={phone} asking={asking} />
}

function CodeForm({ way, phone, asking }: { way: Way; phone: boolean; asking: Asking }) {
  const [code, setCode] = useState('')
  const recovery = way.kind === 'recovery'
  const label = recovery ? 'Recovery code' : phone ? 'Code from the text' : `Code from ${way.label}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!asking.busy && code.trim()) void asking.prove(code.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={label}
          description={recovery ? 'One of the codes you saved during setup' : 'Six digits'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          maxLength={recovery ? 40 : 7}
          data-autofocus
          autoFocus
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={asking.busy} disabled={!code.trim()}>
          Confirm
        </Button>
        {phone && way.kind === 'factor' ? (
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => void asking.text(way.factor.id)}>
            Send another text
          </Anchor>
        ) : null}
      </Stack>
    </form>
  )
}
