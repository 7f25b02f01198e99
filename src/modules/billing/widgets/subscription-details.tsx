import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { limitWords } from '#entitlements/rules.ts'
import { formatMoney } from '#kernel/money.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import classes from './billing.module.css'
import { PlanChooser } from './plan-chooser.tsx'
import { type Billing, openPortal, priceText, type Subscription, useBilling, useBillingAct } from './use-billing.ts'

/** What the account pays for Lampstand; the anchor /profile#subscription is where the provider's pages lead back to. */
export function SubscriptionDetails() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#subscription') document.getElementById('subscription')?.scrollIntoView()
  }, [hash])
  return (
    <div id="subscription">
      {useMay('billing.write') ? (
        <Details />
      ) : (
        <Panel title="Subscription Details">
          <Text c="dimmed">The owner of this account manages its subscription.</Text>
        </Panel>
      )}
    </div>
  )
}

function Details() {
  const { data, error, refetch } = useBilling()
  const [params] = useSearchParams()
  const [choosing, { open, close }] = useDisclosure(params.has('choose'))
  return (
    <Panel title="Subscription Details">
      {error && !data ? (
        <ErrorPanel error={error} what="your subscription" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : (
        <Stack gap="md">
          {data.subscription ? (
            <Known billing={data} subscription={data.subscription} />
          ) : (
            <None provider={data.provider} />
          )}
          <Actions billing={data} onChoose={open} />
          <Usage usage={data.usage} />
          <Invoices invoices={data.invoices} />
          {data.provider === 'sandbox' && data.subscription ? (
            <Text size="sm" c="dimmed">
              Payments use a sandbox. No money is charged until this server has Stripe keys.
            </Text>
          ) : null}
          <PlanChooser opened={choosing} onClose={close} billing={data} />
        </Stack>
      )}
    </Panel>
  )
}

const None = ({ provider }: { provider: string }) => (
  <Text>
    {provider === 'sandbox'
      ? 'Billing is off on this server: everything is included.'
      : 'This account has no subscription.'}{' '}
    <Anchor href="/pricing" inherit underline="always">
      See the plans and prices
    </Anchor>
  </Text>
)

function Known({ billing, subscription }: { billing: Billing; subscription: Subscription }) {
  const { date } = useFormat()
  const { price, status, currentPeriodStart, currentPeriodEnd, trialEnd, comp } = subscription
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.plan}>{price.product.name}</h3>
        <span className={classes.price}>{comp ? 'Free of charge' : priceText(price)}</span>
        <StatusBadge of="subscription" value={status} />
        {subscription.cancelAtPeriodEnd ? <StatusBadge of="subscription" value="past_due" label="Canceling" /> : null}
      </div>
      <Notice billing={billing} subscription={subscription} />
      <dl className={classes.facts}>
        <div>
          <dt>{status === 'trialing' ? 'Trial' : 'Current period'}</dt>
          <dd>
            {date(currentPeriodStart)} to {date(currentPeriodEnd)}
          </dd>
        </div>
        {status === 'trialing' && trialEnd ? (
          <div>
            <dt>{billing.card ? 'First payment' : 'Trial ends'}</dt>
            <dd>{date(trialEnd)}</dd>
          </div>
        ) : null}
        <div>
          <dt>Card</dt>
          <dd>{billing.card ?? 'None yet'}</dd>
        </div>
      </dl>
    </>
  )
}

/** What the state means, and what to do about it. */
function Notice({ billing, subscription }: { billing: Billing; subscription: Subscription }) {
  const format = useFormat()
  if (subscription.cancelAtPeriodEnd && subscription.status !== 'canceled')
    return <Scheduled until={format.date(subscription.currentPeriodEnd)} />
  const [color, title, text] = noticeOf(billing, subscription, format.date) ?? []
  return title ? (
    <Alert color={color} title={title}>
      {text}
    </Alert>
  ) : null
}

function Scheduled({ until }: { until: string }) {
  const act = useBillingAct()
  const reactivate = () =>
    act(() => client.subscription.resume({}), 'Your subscription continues', 'It was not reactivated')
  return (
    <Alert color="yellow" title="Cancellation Scheduled">
      <Text size="sm">Everything works until {until}. After that, the account becomes read-only.</Text>
      <Button mt="xs" size="compact-sm" onClick={() => void reactivate()}>
        Reactivate
      </Button>
    </Alert>
  )
}

function noticeOf(
  { card, access, until }: Billing,
  { status, nextPrice, currentPeriodEnd, pastDueSince, trialEnd }: Subscription,
  date: (at: Date | string) => string,
): [color: string, title: string, text: string] | undefined {
  if (nextPrice) {
    const day = date(currentPeriodEnd)
    const text = `Nothing changes until then. After that, it costs ${priceText(nextPrice)}.`
    return ['blue', `${nextPrice.product.name} from ${day}`, text]
  }
  if (pastDueSince) {
    const soon = access === 'full' && until
    const text = soon
      ? `Please save another card or pay the open invoice by ${date(until)}. After that, the account is read-only.`
      : 'The account is read-only until the open invoice is paid. You can still read and export everything.'
    return ['yellow', 'The last payment did not go through', text]
  }
  const onward = 'You can still read and export everything. Choose a plan to continue.'
  if (status === 'paused') return ['yellow', 'Your free trial has ended', `Nothing was charged. ${onward}`]
  if (status === 'canceled') return ['yellow', 'This subscription has ended', onward]
  if (status !== 'trialing' || card || !trialEnd) return undefined
  const text = 'No credit card required. Without one, nothing is charged and you can still read your data.'
  return ['blue', `Your free trial ends on ${date(trialEnd)}`, text]
}

function Actions({ billing, onChoose }: { billing: Billing; onChoose: () => void }) {
  const { subscription, card } = billing
  const over = !subscription || subscription.status === 'canceled'
  const label = over || subscription.status === 'paused' ? 'Choose a plan' : card ? 'Change plan' : 'Subscribe'
  return (
    <Group gap="sm">
      <Button variant={over || !card ? 'filled' : 'default'} onClick={onChoose}>
        {label}
      </Button>
      {billing.customerId ? (
        <Button variant="default" onClick={() => void openPortal()}>
          Manage billing
        </Button>
      ) : null}
    </Group>
  )
}

function Usage({ usage }: { usage: Billing['usage'] }) {
  const { number } = useFormat()
  if (usage.length === 0) return null
  return (
    <Stack gap="xs">
      {usage.map(({ key, used, limit }) => (
        <div key={key}>
          <Text size="sm" data-figures>
            {number(used)} of {limit === null ? 'unlimited' : number(limit)} {limitWords[key]}
          </Text>
          {limit ? (
            <Progress
              value={Math.min(100, (used / limit) * 100)}
              color={used >= limit ? 'red' : used >= limit * 0.8 ? 'yellow' : undefined}
              aria-label={`${limitWords[key]} used`}
            />
          ) : null}
        </div>
      ))}
    </Stack>
  )
}

function Invoices({ invoices }: { invoices: Billing['invoices'] }) {
  const { date } = useFormat()
  if (invoices.length === 0) return null
  return (
    <section aria-label="Invoices">
      <Text fw={550} mb={4}>
        Invoices
      </Text>
      <ul className={classes.list}>
        {invoices.map(({ id, number, issuedAt, amountDue, amountRefunded, currency, status, url }) => (
          <li key={id} className={classes.row}>
            <span>
              {url ? <Anchor href={url}>{number || 'Invoice'}</Anchor> : number} · {date(issuedAt)}
            </span>
            <Group gap="sm">
              {formatMoney({ amount: amountDue, currency })}
              {amountRefunded > 0 ? ` (${formatMoney({ amount: amountRefunded, currency })} refunded)` : ''}
              <StatusBadge of="invoice" value={status} />
            </Group>
          </li>
        ))}
      </ul>
    </section>
  )
}
