import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { api } from '#web/api.ts'
import { InvoiceList } from './invoice-list.tsx'
import { InvoiceSettingsForm } from './invoice-settings-form.tsx'

/** How invoices look and what happens when they are late, and the invoices themselves. */
export function InvoiceSettingsTab() {
  const settings = useQuery(api.invoiceSettings.read.queryOptions({ input: {} }))
  return (
    <Stack gap="lg">
      {settings.error ? (
        <ErrorPanel error={settings.error} what="the invoice settings" onRetry={() => void settings.refetch()} />
      ) : settings.data ? (
        <InvoiceSettingsForm settings={settings.data} />
      ) : (
        <Skeleton height={480} radius="md" />
      )}
      <InvoiceList />
    </Stack>
  )
}
