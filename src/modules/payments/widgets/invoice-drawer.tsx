import { Anchor, Button, Group, Stack, Table, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { counted } from '#ui/counted.ts'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { useAct } from '#ui/use-act.ts'
import type { Detail } from '#ui/use-detail.ts'
import { api, client } from '#web/api.ts'
import { eventLabels, manualLabels } from '../invoices/rules/states.ts'
import { InvoiceActions, saveInvoiceFile } from './invoice-actions.tsx'
import { RefundPayment } from './invoice-money.tsx'
import { dayText, InvoiceStatus } from './invoice-parts.tsx'
import type { Invoice } from './use-invoice-form.ts'

/** An invoice with everything that happened to it. */
export function InvoiceDrawer({ detail }: { detail: Detail }) {
  const query = useQuery(
    api.invoices.get.queryOptions({
      input: { id: detail.id ?? '' },
      enabled: detail.id !== null,
      meta: { live: ['invoices'] },
    }),
  )
  return (
    <DetailDrawer<Invoice>
      id={detail.id}
      onClose={detail.close}
      query={query}
      noun="Invoice"
      size="xl"
      title={invoice => (invoice.number ? `Invoice ${invoice.number}` : 'Draft')}
      actions={invoice => <InvoiceActions invoice={invoice} onGone={detail.close} />}
    >
      {invoice => (
        <Stack gap="lg">
          <Facts invoice={invoice} />
          <Lines invoice={invoice} />
          <Money invoice={invoice} />
          <Happened invoice={invoice} />
        </Stack>
      )}
    </DetailDrawer>
  )
}

function useMoney(currency: string) {
  const { locale } = useFormat()
  return (amount: number) => formatMoney({ amount, currency }, locale)
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { locale } = useFormat()
  const money = useMoney(invoice.currency)
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <InvoiceStatus invoice={invoice} />
        <Text fw={600}>
          {invoice.balance < 0 ? `${money(-invoice.balance)} credit` : `${money(invoice.balance)} open`}
        </Text>
      </Group>
      <Text>
        {invoice.customerName}
        {invoice.customerEmail ? `, ${invoice.customerEmail}` : ''}
      </Text>
      {invoice.issuedOn ? (
        <Text size="sm" c="dimmed">
          Issued {dayText(invoice.issuedOn, locale)}, due {dayText(invoice.dueOn, locale)}
        </Text>
      ) : null}
      {invoice.remindersStopped ? (
        <Text size="sm" c="dimmed">
          {stopped[invoice.remindersStopped]}
        </Text>
      ) : null}
    </Stack>
  )
}

const stopped = {
  staff: 'Reminders are stopped.',
  replied: 'Reminders stopped because the customer replied.',
  unreachable: 'Reminders stopped because the address can’t be written to.',
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { number } = useFormat()
  const money = useMoney(invoice.currency)
  const sums: [string, number][] = [
    ['Subtotal', invoice.subtotal],
    ...invoice.taxes.map(({ name, rate, tax }): [string, number] => [`${name || 'Tax'} ${number(rate)}%`, tax]),
    ['Total', invoice.total],
    ...(invoice.fees > 0 ? [['Late fees', invoice.fees] as [string, number]] : []),
    ...(invoice.credited > 0 ? [['Credit notes', -invoice.credited] as [string, number]] : []),
    ...(invoice.paid !== 0 ? [['Paid', -invoice.paid] as [string, number]] : []),
  ]
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table aria-label="Lines">
        <Table.Tbody>
          {invoice.lines.map(line => (
            <Table.Tr key={line.id}>
              <Table.Td>{line.description}</Table.Td>
              <Table.Td ta="right">
                {number(line.quantity)} × {money(line.unitAmount)}
              </Table.Td>
              <Table.Td ta="right">{money(line.amount)}</Table.Td>
            </Table.Tr>
          ))}
          {sums.map(([label, amount]) => (
            <Table.Tr key={label}>
              <Table.Td colSpan={2}>{label}</Table.Td>
              <Table.Td ta="right">{money(amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const methodText = (method: string): string =>
  ({ ...manualLabels, card: 'Card', wallet: 'Wallet', paypal: 'PayPal', ach: 'Bank debit', credit: 'Credit' })[
    method
  ] ?? method

function Money({ invoice }: { invoice: Invoice }) {
  const [refunding, setRefunding] = useState<Payment | null>(null)
  if (invoice.payments.length + invoice.credits.length === 0) return null
  return (
    <Stack gap={4}>
      <Text fw={600}>Payments and credit notes</Text>
      {invoice.payments.map(payment => (
        <PaymentRow key={payment.id} invoice={invoice} payment={payment} onRefund={() => setRefunding(payment)} />
      ))}
      {invoice.credits.map(note => (
        <CreditRow key={note.id} invoice={invoice} note={note} />
      ))}
      {refunding ? (
        <RefundPayment invoice={invoice} payment={refunding} opened onClose={() => setRefunding(null)} />
      ) : null}
      {invoice.url ? (
        <Anchor href={invoice.url} target="_blank" rel="noreferrer" size="sm">
          Open the customer’s page
        </Anchor>
      ) : null}
    </Stack>
  )
}

type Payment = Invoice['payments'][number]

function PaymentRow({ invoice, payment, onRefund }: { invoice: Invoice; payment: Payment; onRefund: () => void }) {
  const { date } = useFormat()
  const money = useMoney(invoice.currency)
  const act = useAct(api.invoices.key())
  const remove = () =>
    act(() => client.invoices.removePayment({ id: invoice.id, paymentId: payment.id }), 'Payment removed')
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        {date(payment.paidAt)}, {methodText(payment.method)}
        {payment.reference ? `, ${payment.reference}` : ''}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm">{money(payment.amount)}</Text>
        {payment.isManual ? (
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => void remove()}>
            Remove
          </Button>
        ) : null}
        {payment.isOnline && payment.amount > 0 ? (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Refund the payment of ${money(payment.amount)}`}
            onClick={onRefund}
          >
            Refund
          </Button>
        ) : null}
      </Group>
    </Group>
  )
}

function CreditRow({ invoice, note }: { invoice: Invoice; note: Invoice['credits'][number] }) {
  const { locale } = useFormat()
  const money = useMoney(invoice.currency)
  const save = () => saveInvoiceFile(`credit-note-${note.id}.pdf`, `${note.number}.pdf`)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        {dayText(note.issuedOn, locale)}, credit note {note.number}: {note.reason}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm">{money(note.amount)}</Text>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Download credit note ${note.number}`}
          onClick={() => void save()}
        >
          PDF
        </Button>
      </Group>
    </Group>
  )
}

function Happened({ invoice }: { invoice: Invoice }) {
  const { dateTime } = useFormat()
  const money = useMoney(invoice.currency)
  return (
    <Stack gap="xs">
      <Text fw={600}>Timeline</Text>
      <Timeline bulletSize={12} lineWidth={2} active={-1}>
        {invoice.timeline.map(event => (
          <Timeline.Item
            key={event.id}
            title={`${eventLabels[event.kind]}${event.amount === null ? '' : `, ${money(event.amount)}`}`}
          >
            <Text size="sm" c="dimmed">
              {[dateTime(event.happenedAt), event.who, detailText(event)].filter(Boolean).join(', ')}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  )
}

const detailText = ({ kind, detail }: Invoice['timeline'][number]): string => {
  if (kind === 'reminders_stopped')
    return detail === 'replied' ? 'the customer replied' : detail === 'unreachable' ? 'can’t be written to' : ''
  if (kind !== 'reminded') return detail
  const days = Number(detail)
  return days === 0
    ? 'on the due date'
    : `${counted(Math.abs(days), 'days')} ${days < 0 ? 'before' : 'after'} the due date`
}
