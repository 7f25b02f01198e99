import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { InvoiceSettingsTab } from '../widgets/invoice-settings-tab.tsx'
import { PlansTab } from '../widgets/plans-tab.tsx'
import { Gateways } from './gateways.tsx'
import { Methods } from './methods.tsx'

export const meta = () => titled('Payment Settings')

export type Settings = Awaited<ReturnType<typeof client.paymentSettings.read>>

const tabs = {
  gateways: 'Payment Gateways',
  methods: 'Payment Methods',
  plans: 'Subscription Plans',
  invoices: 'Invoice Settings',
} as const
type Tab = keyof typeof tabs

/** With whom a church takes money, and how. */
export default function PaymentSettings() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const asked = params.get('tab') as Tab
  const tab = asked in tabs ? asked : 'gateways'
  const settings = useQuery(api.paymentSettings.read.queryOptions({ input: {}, meta: { live: ['payments'] } }))
  return (
    <>
      <PageHeader title="Payment Settings" purpose="Connect the services that take payments for you." />
      <Tabs value={tab} onChange={value => change({ tab: value === 'gateways' ? null : value })} keepMounted={false}>
        <Tabs.List mb="md">
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {settings.error ? (
          <ErrorPanel error={settings.error} what="the settings" onRetry={() => void settings.refetch()} />
        ) : settings.data ? (
          <>
            <Tabs.Panel value="gateways">
              <Gateways settings={settings.data} />
            </Tabs.Panel>
            <Tabs.Panel value="methods">
              <Methods settings={settings.data} />
            </Tabs.Panel>
            <Tabs.Panel value="plans">
              <PlansTab />
            </Tabs.Panel>
            <Tabs.Panel value="invoices">
              <InvoiceSettingsTab />
            </Tabs.Panel>
          </>
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </Tabs>
    </>
  )
}
