import { Anchor, Button, CloseButton, Group, Paper, Portal, Text } from '@mantine/core'
import { IconPhoneIncoming } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import classes from './incoming-calls.module.css'
import { TalkingCard } from './talking-card.tsx'
import { useCurrentCall, useTalkingCall } from './use-current-call.ts'
import { useLine } from './use-line.ts'
import { useBeingHere, useTalking } from './use-rings.ts'

/** Who calls at this moment, on every screen; picked up where the browser rings. */
export function IncomingCalls() {
  return useMay('telephony.use') ? <Calls /> : null
}

type Ringing = Awaited<ReturnType<typeof client.softphone.ringing>>['items'][number]

function Calls() {
  const here = useBeingHere()
  const [closed, setClosed] = useState<string[]>([])
  const { data } = useQuery(
    api.softphone.ringing.queryOptions({
      input: {},
      // News may be lost on its way: nobody is shown as calling for long who has hung up.
      refetchInterval: ({ state }) => (state.data?.items.length ? 3_000 : false),
      meta: { live: ['calls'] },
    }),
  )
  const items = data?.items.filter(one => !closed.includes(one.id)) ?? []
  const talking = useTalkingCall()
  if (items.length === 0 && !talking) return null
  return (
    <Portal>
      <section className={classes.calls} aria-label="Calls" aria-live="polite">
        {talking ? <TalkingCard call={talking} /> : null}
        {items.map(call => (
          <CallCard key={call.id} call={call} here={here} onClose={() => setClosed([...closed, call.id])} />
        ))}
      </section>
    </Portal>
  )
}

function CallCard({ call, here, onClose }: { call: Ringing; here: boolean; onClose: () => void }) {
  const number = phoneText(call.theirs)
  return (
    <Paper withBorder shadow="md" p="md" className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconPhoneIncoming size={20} stroke={1.75} className={classes.icon} aria-hidden />
        <div className={classes.who}>
          <Text fw={600}>{call.name ?? number} is calling</Text>
          <Text size="sm" c="dimmed" data-figures>
            {call.personId ? (
              <Anchor component={Link} to={`/people/${call.personId}`} size="sm">
                Open their page
              </Anchor>
            ) : (
              'Unknown number'
            )}
            {call.name ? ` · ${number}` : ''}
          </Text>
          {here && call.here ? <Pick call={call} onClose={onClose} /> : null}
        </div>
        <CloseButton aria-label="Close" onClick={onClose} />
      </Group>
    </Paper>
  )
}

function Pick({ call, onClose }: { call: Ringing; onClose: () => void }) {
  const by = useTalking()
  const { incoming } = useLine()
  const [, setTalking] = useCurrentCall()
  const act = useAct(api.softphone.key(), api.calls.key())
  const pick = async (what: 'answer' | 'decline') => {
    if (by === 'sandbox') {
      if (!(await act(() => client.softphone.pick({ id: call.id, what })))) return
    } else if (what === 'answer') incoming?.accept()
    else incoming?.reject()
    if (what === 'decline') onClose()
    else setTalking(call.id)
  }
  if (by === 'twilio' && !incoming) return null
  return (
    <Group gap="xs" mt="xs">
      <Button size="compact-md" onClick={() => void pick('answer')}>
        Answer
      </Button>
      <Button size="compact-md" variant="default" onClick={() => void pick('decline')}>
        Decline
      </Button>
    </Group>
  )
}
