import { saleStateNames } from '#payments/sales/rules.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { client } from '#web/api.ts'

export type Row = Awaited<ReturnType<typeof client.formSubmissions.list>>['items'][number]

export const vias: Record<string, string> = { link: 'Link', qr: 'QR code', embed: 'Your website', kiosk: 'Kiosk' }

export const PaymentState = ({ payment }: Pick<Row, 'payment'>) =>
  payment ? (
    <StatusBadge of="formSubmission" value={payment.state} label={saleStateNames[payment.state]} />
  ) : (
    <StatusBadge of="formSubmission" value="unpaid" label="Not paid" />
  )

export function State({ row }: { row: Pick<Row, 'state' | 'problem' | 'match' | 'payment'> }) {
  if (row.problem) return <StatusBadge of="formSubmission" value="stuck" label="Not processed" />
  if (row.state === 'processed')
    return (
      <StatusBadge
        of="formSubmission"
        value={row.match ?? 'processed'}
        label={row.match === 'known' ? 'Existing person' : row.match ? 'New person' : 'Processed'}
      />
    )
  if (row.state === 'unpaid') return <PaymentState payment={row.payment} />
  return <StatusBadge of="formSubmission" value={row.state} />
}
