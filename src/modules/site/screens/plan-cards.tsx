import type { Offer } from '../rules/offers.ts'
import classes from './plan-cards.module.css'

/** A price list: one card for each plan, the popular one marked. */
export function PlanCards({ offers }: { offers: Offer[] }) {
  return (
    <ul className={classes.plans}>
      {offers.map(offer => (
        <li key={offer.name} className={classes.plan} data-popular={offer.popular || undefined}>
          {offer.popular ? <p className={classes.badge}>Most popular</p> : null}
          <h2 className={classes.name}>{offer.name}</h2>
          <p className={classes.about}>{offer.description}</p>
          <p className={classes.price}>
            <strong>{offer.price}</strong> per {offer.interval}
          </p>
          {offer.saving ? <p className={classes.saving}>Saves {offer.saving} a year</p> : null}
          <ul className={classes.lines}>
            {offer.lines.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <a className={classes.go} href={offer.href} aria-label={`Start Free Trial of ${offer.name}`}>
            Start Free Trial
          </a>
        </li>
      ))}
    </ul>
  )
}
