import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFacts, CallLines, EndedCalls, type PhoneCall, PlayCall } from './calls.tsx'
import classes from './outbox.module.css'

interface Phones {
  numbers: { account: string; number: string; name: string }[]
  calls: PhoneCall[]
}

async function load(): Promise<Phones> {
  const answer = await fetch('/rest/v1/outbox/phones')
  return answer.ok ? ((await answer.json()) as Phones) : { numbers: [], calls: [] }
}

const post = (path: string, body: object) =>
  fetch(`/rest/v1/outbox/phones/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    async answer => (answer.ok ? null : ((await answer.json()) as { message?: string }).message) ?? null,
    () => 'That did not work. Please try again.',
  )

/** Stands in for the phones of people: they ring, are picked up, write and call. */
export function PhonesPanel() {
  const { data, refetch } = useQuery({ queryKey: ['outbox phones'], queryFn: load, refetchInterval: 1_000 })
  if (!data || data.numbers.length === 0) return null
  return (
    <Paper component="section" p="md" aria-label="Phones" className={classes.phones}>
      <Title order={2} size="h4">
        Phones
      </Title>
      <Stack gap="sm">
        {data.calls.map(call => (
          <Stack key={call.sid} gap="xs" role="group" aria-label={`Call with ${call.to}`}>
            <Group gap="xs">
              <Text size="sm" data-figures>
                {call.to} {call.state === 'in-progress' ? 'is talking to' : 'is getting a call from'} {call.from}
              </Text>
              <Keys call={call} onDone={() => void refetch()} />
            </Group>
            <CallFacts call={call} />
            <div role="log" aria-label="On the call">
              <CallLines lines={call.lines} />
            </div>
            <PlayCall call={call} />
            <Machine call={call} onDone={() => void refetch()} />
          </Stack>
        ))}
        <EndedCalls />
        <Reach numbers={data.numbers} onDone={() => void refetch()} />
      </Stack>
    </Paper>
  )
}

function Keys({ call, onDone }: { call: PhoneCall; onDone: () => void }) {
  const press = (what: string) => void post('press', { sid: call.sid, what }).then(onDone)
  if (call.state === 'in-progress')
    return (
      <Button size="compact-sm" variant="default" onClick={() => press('hang_up')}>
        Hang up
      </Button>
    )
  return (
    <>
      <Button size="compact-sm" onClick={() => press('answer')}>
        Answer
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => press('decline')}>
        Decline
      </Button>
    </>
  )
}

/** The keys that may be pressed, and what is said after the tone. */
function Machine({ call, onDone }: { call: PhoneCall; onDone: () => void }) {
  const [text, setText] = useState('')
  const send = (path: string, what: object) => void post(path, { sid: call.sid, ...what }).then(onDone)
  return (
    <>
      {call.keys ? (
        <Group gap={6} role="group" aria-label="Keys">
          {['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map(digit => (
            <Button key={digit} size="compact-sm" variant="default" onClick={() => send('key', { digit })}>
              {digit}
            </Button>
          ))}
        </Group>
      ) : null}
      {call.speaks ? (
        <Group gap="xs" align="flex-end">
          <TextInput
            label="Say after the tone"
            value={text}
            maxLength={1_000}
            onChange={event => setText(event.currentTarget.value)}
          />
          <Button variant="default" disabled={!text.trim()} onClick={() => send('speak', { text })}>
            Say this and hang up
          </Button>
        </Group>
      ) : null}
    </>
  )
}

/** Someone writes to or calls one of the numbers. */
function Reach({ numbers, onDone }: { numbers: Phones['numbers']; onDone: () => void }) {
  const [from, setFrom] = useState('+15125550143')
  const [to, setTo] = useState(numbers[0]!.number)
  const [body, setBody] = useState('')
  const [said, setSaid] = useState('')
  const act = async (path: string, what: object, done: string) => {
    const problem = await post(path, what)
    setSaid(problem ?? done)
    if (!problem) setBody('')
    onDone()
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void act('text', { from, to, body }, 'Your text was delivered.')
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput label="Your number" value={from} onChange={event => setFrom(event.currentTarget.value)} />
        <NativeSelect
          label="Their number"
          value={to}
          onChange={event => setTo(event.currentTarget.value)}
          data={numbers.map(({ number, name }) => ({ value: number, label: `${number} (${name})` }))}
        />
        <TextInput label="Text" value={body} maxLength={1_600} onChange={event => setBody(event.currentTarget.value)} />
        <Button type="submit" variant="default" disabled={!body.trim()}>
          Send text
        </Button>
        <Button variant="default" onClick={() => void act('call', { from, to }, 'Ringing.')}>
          Call
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
    </form>
  )
}
