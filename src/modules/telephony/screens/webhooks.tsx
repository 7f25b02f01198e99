import { ActionIcon, Button, CopyButton, Group, List, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { phoneText } from '#people/rules/phone-text.ts'
import { counted } from '#ui/counted.ts'
import { Panel } from '#ui/panel.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useNumbers } from './from-select.tsx'
import type { CarrierData } from './settings.tsx'
import classes from './twilio.module.css'

const labels = { sms: 'Incoming SMS', voice: 'Incoming calls (voice)', status: 'Status callbacks' } as const
type Checked = Awaited<ReturnType<typeof client.phoneNumbers.check>>

/** Asks the carrier where notices go, and keeps what it said. */
function useChecking() {
  const { data } = useNumbers()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [busy, setBusy] = useState('')
  const act = useAct(api.phoneNumbers.key(), api.carrierSettings.key())
  const numbers = data?.items ?? []
  async function ask(what: string, work: () => Promise<Checked>) {
    setBusy(what)
    try {
      const found = await work()
      setChecked(found)
      const off = found.items.filter(one => one.drift.length > 0).length
      toast(
        off === 0
          ? 'All numbers point to this server'
          : `${off} of ${counted(found.items.length, 'numbers')} ${off === 1 ? 'points' : 'point'} elsewhere`,
      )
    } catch (error) {
      toastError(error, 'We couldn’t reach the carrier')
    } finally {
      setBusy('')
      await act(async () => {})
    }
  }
  const use = (number: string) =>
    act(() => client.phoneNumbers.adopt({ number }), `${phoneText(number)} is now used here`)
  return { numbers, checked, busy, ask, use }
}

/** Where the carrier brings what happens; set and checked from here. */
export function Webhooks({ settings: { webhooks } }: { settings: CarrierData }) {
  const { numbers, checked, busy, ask, use } = useChecking()
  return (
    <Panel title="Webhook addresses">
      <Stack>
        {(['sms', 'voice', 'status'] as const).map(name => (
          <Address key={name} label={labels[name]} value={webhooks[name]} />
        ))}
        <Drifts checked={checked} />
        <Group>
          <Button
            variant="default"
            loading={busy === 'configure'}
            disabled={numbers.length === 0}
            onClick={() =>
              void ask('configure', () => client.phoneNumbers.configure({ ids: numbers.map(one => one.id) }))
            }
          >
            Configure automatically
          </Button>
          <Button
            variant="default"
            loading={busy === 'check'}
            onClick={() => void ask('check', () => client.phoneNumbers.check({}))}
          >
            Check
          </Button>
        </Group>
        <Others checked={checked} onUse={use} />
      </Stack>
    </Panel>
  )
}

const Address = ({ label, value }: { label: string; value: string }) => (
  <TextInput
    label={label}
    value={value}
    readOnly
    classNames={{ input: classes.address }}
    rightSection={
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon variant="subtle" color="gray" aria-label={`Copy the address for ${label}`} onClick={copy}>
              {copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    }
  />
)

function Drifts({ checked }: { checked: Checked | null }) {
  const off = checked?.items.filter(one => one.drift.length > 0) ?? []
  if (off.length === 0) return null
  return (
    <List size="sm">
      {off.map(one => (
        <List.Item key={one.id}>
          {phoneText(one.number)}: {one.drift.join('; ')}
        </List.Item>
      ))}
    </List>
  )
}

/** Numbers of the same account that are not used here. */
function Others({ checked, onUse }: { checked: Checked | null; onUse: (number: string) => Promise<unknown> }) {
  if (!checked || checked.others.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={550}>
        Also in this account
      </Text>
      {checked.others.map(one => (
        <div key={one.number} className={classes.row}>
          <Text size="sm" className={classes.grow} data-figures>
            {phoneText(one.number)}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void onUse(one.number)}>
            Use it here
          </Button>
        </div>
      ))}
    </div>
  )
}
