import { StatusBadge } from '#ui/status-badge.tsx'
import { type InvoiceState, stateLabels } from '../invoices/rules/states.ts'

export const dayText = (day: string | null, locale: string): string =>
  day
    ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
    : '–'

export const InvoiceStatus = ({ invoice }: { invoice: { state: InvoiceState; isOverdue: boolean } }) => (
  <StatusBadge
    of="salesInvoice"
    value={invoice.isOverdue ? 'overdue' : invoice.state}
    label={invoice.isOverdue ? 'Overdue' : stateLabels[invoice.state]}
  />
)
