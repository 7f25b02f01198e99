import { Accordion, Group, List, Switch, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { gatewayTitles } from '../rules/gateways.ts'
import { Differences } from './differences.tsx'
import { EventLog } from './event-log.tsx'
import { GatewayForm } from './gateway-form.tsx'
import classes from './payment-settings.module.css'
import type { Settings } from './payment-settings.tsx'

export type GatewayData = Settings['gateways'][number]

const kinds: Record<GatewayData['gateway'], string> = {
  stripe: 'cards, ACH, international',
  paypal: 'PayPal balance, cards',
  clover: 'in-person and online',
  thrivecart: 'cart and checkout',
}

export function Gateways({ settings }: { settings: Settings }) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <div className={classes.stack}>
      <Accordion variant="separated" value={opened} onChange={setOpened} radius="md" order={2}>
        {settings.gateways.map(gateway => (
          <Accordion.Item key={gateway.gateway} value={gateway.gateway} className={classes.item}>
            <Group wrap="nowrap" gap="xs" pr="md">
              <Accordion.Control>
                <Heading gateway={gateway} />
              </Accordion.Control>
              <EnableSwitch gateway={gateway} />
            </Group>
            <Accordion.Panel>
              <GatewayForm gateway={gateway} sandbox={settings.sandbox} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Panel title="Going live">
        <List spacing="xs" size="sm" center>
          {settings.checklist.map(({ key, done, text }) => (
            <List.Item
              key={key}
              icon={
                <ThemeIcon size={20} radius="xl" variant="light" color={done ? 'green' : 'gray'}>
                  {done ? <IconCheck size={14} aria-label="Done" /> : <IconMinus size={14} aria-label="Open" />}
                </ThemeIcon>
              }
            >
              {text}
            </List.Item>
          ))}
        </List>
      </Panel>
      <Differences />
      <EventLog />
    </div>
  )
}

const Heading = ({ gateway }: { gateway: GatewayData }) => (
  <Group gap="sm">
    <div>
      <Text fw={600}>{gatewayTitles[gateway.gateway]}</Text>
      <Text size="sm" c="dimmed" className={classes.kinds}>
        {kinds[gateway.gateway]}
      </Text>
    </div>
    {gateway.enabled ? <StatusBadge of="gatewayMode" value={gateway.mode} /> : null}
    {gateway.failedEvents > 0 ? (
      <Text size="xs" c="red">
        {gateway.failedEvents} failed {gateway.failedEvents === 1 ? 'event' : 'events'}
      </Text>
    ) : null}
  </Group>
)

/** Turned on and off at once, with the credentials that are stored. */
function EnableSwitch({ gateway }: { gateway: GatewayData }) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { gateway: name, version, environment } = gateway
  const change = async (enabled: boolean, confirmed = false): Promise<void> => {
    setBusy(true)
    try {
      const saved = await client.paymentSettings.saveGateway({
        gateway: name,
        enabled,
        environment,
        version,
        confirmed,
      })
      queries.setQueryData(api.paymentSettings.read.queryKey({ input: {} }), saved)
      toast('Payment settings saved successfully')
    } catch (error) {
      if ((error as { code?: string }).code !== 'IN_USE') return toastError(error, 'Failed to save payment settings')
      const sure = await confirm({
        title: `Turn off ${gatewayTitles[name]}?`,
        text: (error as Error).message,
        confirm: 'Turn off',
        danger: true,
      })
      if (sure) await change(enabled, true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Switch
      aria-label={`Enable ${gatewayTitles[name]}`}
      checked={gateway.enabled}
      disabled={busy}
      onChange={event => void change(event.currentTarget.checked)}
    />
  )
}
