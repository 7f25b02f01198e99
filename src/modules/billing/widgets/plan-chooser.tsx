import { Button, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LimitKey } from '#entitlements/rules.ts'
import { formatMoney } from '#kernel/money.ts'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { type Family, type Interval, limitText } from '../rules.ts'
import classes from './billing.module.css'
import { type Billing, goTo, priceText, useBillingAct } from './use-billing.ts'

type Plan = Awaited<ReturnType<typeof client.plans.list>>['items'][number]

interface ChooserProps {
  opened: boolean
  onClose: () => void
  billing: Billing
}

/** The plans that can be bought, with what each would mean from here. */
export function PlanChooser({ opened, onClose, billing }: ChooserProps) {
  const [interval, setInterval] = useState<Interval>(billing.subscription?.price.interval ?? 'month')
  const [family, setFamily] = useState<Family>('crm')
  const plans = useQuery({ ...api.plans.list.queryOptions({ input: { family } }), enabled: opened })
  return (
    <Modal opened={opened} onClose={onClose} title="Choose a plan" size="xl">
      <Stack>
        <SegmentedControl
          aria-label="Price list"
          value={family}
          onChange={value => setFamily(value as Family)}
          data={[
            { value: 'crm', label: 'CRM' },
            { value: 'suite', label: 'Whole suite' },
          ]}
        />
        <SegmentedControl
          aria-label="Billed"
          value={interval}
          onChange={value => setInterval(value as Interval)}
          data={[
            { value: 'month', label: 'Monthly' },
            { value: 'year', label: 'Annual, two months free' },
          ]}
        />
        {plans.error ? (
          <ErrorPanel error={plans.error} what="the plans" onRetry={() => void plans.refetch()} />
        ) : !plans.data ? (
          <SkeletonRows rows={3} height={96} />
        ) : (
          <div className={classes.plans}>
            {plans.data.items.map(plan => (
              <PlanCard key={plan.id} plan={plan} interval={interval} billing={billing} onDone={onClose} />
            ))}
          </div>
        )}
      </Stack>
    </Modal>
  )
}

interface CardProps {
  plan: Plan
  interval: Interval
  billing: Billing
  onDone: () => void
}

function PlanCard({ plan, interval, billing, onDone }: CardProps) {
  const price = plan.prices.find(each => each.interval === interval)
  const choose = useChoose(billing, onDone)
  const [busy, setBusy] = useState(false)
  if (!price) return null
  const live = billing.subscription && billing.subscription.status !== 'canceled'
  const current = live && billing.subscription?.price.id === price.id && billing.card !== null
  const limits = Object.entries(plan.limits) as [LimitKey, number | null | undefined][]
  return (
    <section className={classes.card} data-current={current || undefined} aria-label={plan.name}>
      <Text fw={650}>{plan.name}</Text>
      <Text data-figures>{priceText(price)}</Text>
      {limits.map(([key, limit]) => (limit === undefined ? null : <Text key={key}>{limitText(key, limit)}</Text>))}
      <Text size="sm" c="dimmed">
        {plan.description}
      </Text>
      <Button
        className={classes.push}
        variant={plan.popular ? 'filled' : 'default'}
        disabled={Boolean(current)}
        loading={busy}
        onClick={async () => {
          setBusy(true)
          await choose(price.id, plan.name)
          setBusy(false)
        }}
      >
        {current ? 'Your plan' : `Choose ${plan.name}`}
      </Button>
    </section>
  )
}

/** Who pays already changes the plan here, after seeing what it costs; everyone else goes to the checkout. */
function useChoose(billing: Billing, onDone: () => void) {
  const act = useBillingAct()
  const { date } = useFormat()
  const { subscription, card } = billing
  const paying = subscription && card && ['trialing', 'active', 'past_due'].includes(subscription.status)
  return async (priceId: string, name: string) => {
    if (!paying) return goTo(() => client.subscription.checkout({ priceId }), 'The checkout could not be opened')
    const preview = await client.subscription.preview({ priceId }).catch(error => {
      toastError(error, 'We couldn’t calculate the change')
      return null
    })
    if (!preview) return
    const { when, amount, currency } = preview
    const text =
      when === 'period_end'
        ? `It starts on ${date(subscription.currentPeriodEnd)}. Nothing changes until then.`
        : amount > 0
          ? `It starts immediately. You are charged ${formatMoney({ amount, currency })} now for the rest of this period.`
          : 'It starts immediately. Nothing is charged now.'
    if (!(await confirm({ title: `Change to ${name}?`, text, confirm: `Change to ${name}` }))) return
    await act(() => client.subscription.change({ priceId }), `Changed to ${name}`, 'The plan was not changed')
    onDone()
  }
}
