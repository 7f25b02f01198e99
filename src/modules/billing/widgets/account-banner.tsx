import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { useMe } from '#web/me.tsx'
import classes from './billing.module.css'

const DAY = 86_400_000

/** What billing has to say on every page: nothing, as long as all is well. */
export function AccountBanner() {
  const { account, may } = useMe()
  const { date } = useFormat()
  const { billingState, billingUntil } = account
  const left = billingUntil ? Math.ceil((new Date(billingUntil).getTime() - Date.now()) / DAY) : null
  const text = textOf(billingState, left, billingUntil ? date(billingUntil) : '')
  if (!text) return null
  return (
    <div className={classes.banner} role="status" data-urgent={billingState !== 'trialing' || undefined}>
      <span>{text}</span>
      {may('billing.write') ? (
        <Anchor component={Link} to="/profile#subscription" size="sm" fw={550}>
          {billingState === 'past_due' || billingState === 'unpaid' ? 'Manage billing' : 'Choose a plan'}
        </Anchor>
      ) : null}
    </div>
  )
}

function textOf(state: string | null, left: number | null, day: string): string | null {
  switch (state) {
    case 'trialing':
      if (left === null) return null
      return left <= 1 ? 'Your free trial ends today.' : `${left} days left in your free trial.`
    case 'past_due':
      return `The last payment did not go through. From ${day} this account is read-only.`
    case 'unpaid':
      return 'This account is read-only until its open invoice is paid. You can still read and export everything.'
    case 'trial_ended':
      return 'Your free trial has ended. You can still read and export everything.'
    case 'canceling':
      return `This subscription ends on ${day}.`
    case 'canceled':
      return 'This subscription has ended. You can still read and export everything.'
    default:
      return null
  }
}
