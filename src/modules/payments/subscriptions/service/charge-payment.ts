import type { Ctx } from '#kernel/ctx.ts'
import type { PayMethod } from '../../rules/gateways.ts'
import { payFor } from '../../sales/service.ts'
import type { Payment } from '../../service/start.ts'
import { planName, type Subscription, saleRef } from './rows.ts'

export const payerOf = ({ firstName, lastName, email }: Subscription) => ({
  name: `${firstName} ${lastName}`.trim(),
  email,
})

/** The payment of a charge at the gateway's page, which keeps the card for later ones. */
export const payCharge = async (
  ctx: Ctx,
  row: Subscription,
  chargeId: string,
  { returnPath, method }: { returnPath: string; method?: PayMethod | undefined },
): Promise<Payment> =>
  payFor(ctx, saleRef(chargeId), {
    payer: payerOf(row),
    description: await planName(ctx, row),
    returnPath,
    save: true,
    ...(method && { method }),
  })
