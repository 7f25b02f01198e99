import { Anchor, Button, Drawer, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import classes from './billing.module.css'
import { type Sold, State } from './sold-state.tsx'
import { priceText } from './use-billing.ts'

/** Days by which a trial is lengthened with one click. */
const EXTENSION = 7

export function SoldDrawer({ sold, onClose }: { sold: Sold | undefined; onClose: () => void }) {
  return (
    <Drawer opened={sold !== undefined} onClose={onClose} position="right" title={sold?.client ?? ''} size="lg">
      {sold ? (
        <Stack>
          <div className={classes.head}>
            <h3 className={classes.plan}>{sold.plan}</h3>
            <span className={classes.price}>{sold.comp ? 'Free of charge' : priceText(sold)}</span>
            <State sold={sold} />
          </div>
          <Period sold={sold} />
          <Actions sold={sold} />
          {sold.status === 'canceled' ? null : <ChangePlan sold={sold} />}
          <Invoices sold={sold} />
        </Stack>
      ) : null}
    </Drawer>
  )
}

function Period({ sold }: { sold: Sold }) {
  const { date } = useFormat()
  const { currentPeriodStart, currentPeriodEnd, trialEnd, status, buyer, page } = sold
  return (
    <Text size="sm" c="dimmed">
      {date(currentPeriodStart)} to {date(currentPeriodEnd)}
      {status === 'trialing' && trialEnd ? `, trial until ${date(trialEnd)}` : ''}
      {buyer ? `. Bought by ${buyer}.` : '.'}{' '}
      {page ? (
        <Anchor href={page} target="_blank" rel="noreferrer" inherit>
          View in Stripe
        </Anchor>
      ) : null}
    </Text>
  )
}

const useSoldAct = () => useAct(api.subscriptions.key())

function Actions({ sold }: { sold: Sold }) {
  const act = useSoldAct()
  const { id, status, cancelAtPeriodEnd, comp } = sold
  if (status === 'canceled') return null
  const resume = () =>
    act(() => client.subscriptions.resume({ id }), 'Subscription resumed', 'The subscription was not resumed')
  const extend = () =>
    act(
      () => client.subscriptions.extendTrial({ id, days: EXTENSION }),
      `Trial extended by ${EXTENSION} days`,
      'The trial was not extended',
    )
  const giveOrCharge = () =>
    act(
      () => client.subscriptions.comp({ id, free: !comp }),
      comp ? 'Charged again from the next period' : 'Free of charge from the next invoice',
      'Nothing was changed',
    )
  return (
    <Group gap="xs">
      {cancelAtPeriodEnd || status === 'paused' ? (
        <Button variant="default" onClick={() => void resume()}>
          Resume
        </Button>
      ) : (
        <CancelButton sold={sold} when="period_end" />
      )}
      {status === 'trialing' || status === 'paused' ? (
        <Button variant="default" onClick={() => void extend()}>
          Extend trial by {EXTENSION} days
        </Button>
      ) : null}
      <Button variant="default" onClick={() => void giveOrCharge()}>
        {comp ? 'Charge again' : 'Make free of charge'}
      </Button>
      <CancelButton sold={sold} when="now" />
    </Group>
  )
}

function CancelButton({ sold: { id, client: name }, when }: { sold: Sold; when: 'now' | 'period_end' }) {
  const act = useSoldAct()
  const atOnce = when === 'now'
  async function cancel() {
    const agreed = await confirm({
      title: atOnce ? `End the subscription of ${name} now?` : `Cancel the subscription of ${name}?`,
      text: atOnce
        ? 'The account becomes read-only right away. Nothing is refunded automatically.'
        : 'It stays active until the period ends.',
      confirm: atOnce ? 'End it now' : 'Cancel at period end',
      danger: true,
    })
    if (agreed)
      await act(() => client.subscriptions.cancel({ id, when }), 'Canceled', 'The subscription was not canceled')
  }
  return (
    <Button variant={atOnce ? 'subtle' : 'default'} color={atOnce ? 'red' : undefined} onClick={() => void cancel()}>
      {atOnce ? 'End now' : 'Cancel at period end'}
    </Button>
  )
}

function ChangePlan({ sold }: { sold: Sold }) {
  const act = useSoldAct()
  const products = useQuery(api.products.list.queryOptions({ input: {} }))
  const [priceId, setPriceId] = useState('')
  const prices = (products.data?.items ?? [])
    .filter(({ active }) => active)
    .flatMap(({ name, prices: all }) => all.filter(({ active }) => active).map(price => ({ ...price, name })))
    .filter(({ id }) => id !== sold.priceId)
  async function change() {
    const chosen = prices.find(({ id }) => id === priceId)!
    const { amount, currency } = await client.subscriptions.preview({ id: sold.id, priceId })
    const costs =
      amount > 0
        ? `${formatMoney({ amount, currency })} is charged now for the rest of the period.`
        : 'Nothing is due now.'
    const agreed = await confirm({
      title: `Change ${sold.client} to ${chosen.name}?`,
      text: `It starts immediately. ${costs}`,
      confirm: `Change to ${chosen.name}`,
    })
    if (!agreed) return
    await act(
      () => client.subscriptions.change({ id: sold.id, priceId, when: 'now' }),
      `Changed to ${chosen.name}`,
      'The plan was not changed',
    )
    setPriceId('')
  }
  return (
    <Group align="flex-end" gap="xs">
      <NativeSelect
        label="Change plan"
        value={priceId}
        onChange={event => setPriceId(event.currentTarget.value)}
        data={[
          { value: '', label: 'Choose a price' },
          ...prices.map(price => ({ value: price.id, label: `${price.name}, ${priceText(price)}` })),
        ]}
      />
      <Button
        variant="default"
        disabled={!priceId}
        onClick={() => void change().catch(error => toastError(error, 'We couldn’t calculate the change'))}
      >
        Change
      </Button>
    </Group>
  )
}

type Invoice = Awaited<ReturnType<typeof client.subscriptions.invoices>>['items'][number]

function Invoices({ sold }: { sold: Sold }) {
  const { data, error, refetch } = useQuery(api.subscriptions.invoices.queryOptions({ input: { id: sold.id } }))
  if (error) return <ErrorPanel error={error} what="the invoices" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} />
  return (
    <section aria-label="Invoices">
      <Text fw={550} mb={4}>
        Invoices
      </Text>
      {data.items.length === 0 ? <Text c="dimmed">None yet</Text> : null}
      <ul className={classes.list}>
        {data.items.map(invoice => (
          <InvoiceRow key={invoice.id} sold={sold} invoice={invoice} />
        ))}
      </ul>
    </section>
  )
}

function InvoiceRow({ sold: { id }, invoice }: { sold: Sold; invoice: Invoice }) {
  const { date } = useFormat()
  const act = useSoldAct()
  const { number, issuedAt, status, amountDue, amountPaid, amountRefunded, currency, url, whyNot } = invoice
  const left = formatMoney({ amount: amountPaid - amountRefunded, currency })
  async function refund() {
    if (!(await confirm({ title: `Refund ${left}?`, confirm: `Refund ${left}`, danger: true }))) return
    const input = { id, invoiceId: invoice.id }
    await act(() => client.subscriptions.refund(input), `${left} refunded`, 'Nothing was refunded')
  }
  async function collect() {
    const { paid } = await client.subscriptions.collect({ id, invoiceId: invoice.id })
    if (!paid) throw new Error('The card was declined again.')
  }
  return (
    <li className={classes.row}>
      <span>
        {url ? <Anchor href={url}>{number || 'Invoice'}</Anchor> : number} · {date(issuedAt)}
      </span>
      <Group gap="xs">
        {formatMoney({ amount: amountDue, currency })}
        <StatusBadge of="invoice" value={status} />
        {status === 'open' ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void act(collect, 'Paid', 'The invoice was not paid')}
          >
            Collect again
          </Button>
        ) : null}
        {status === 'paid' && amountPaid > amountRefunded && !whyNot ? (
          <Button size="compact-sm" variant="default" onClick={() => void refund()}>
            Refund
          </Button>
        ) : null}
      </Group>
      {status === 'paid' && whyNot ? (
        <Text size="sm" c="dimmed">
          {whyNot}
        </Text>
      ) : null}
    </li>
  )
}
