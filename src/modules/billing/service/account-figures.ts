import { sql } from 'drizzle-orm'

/** The product of the subscription that runs; of two, the elder one's. */
export const billingFigures = {
  plan: sql`(select p.name from subscriptions s join prices r on r.id = s.price_id
    join products p on p.id = r.product_id where s.client_id = clients.id and s.ended_at is null order by s.started_at limit 1)`,
}
