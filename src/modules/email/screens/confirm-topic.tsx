import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { titled } from '#web/title.ts'
import type { Confirming } from '../joining/contract.ts'
import { BrokenLink } from './broken-link.tsx'
import classes from './public-frame.module.css'
import { PublicFrame } from './public-frame.tsx'

export const handle = { static: true, church: true }
export const meta = () => [...titled('Please confirm'), { name: 'robots', content: 'noindex' }]

/** Looking is not confirming: mail scanners follow every link. The button posts to this address. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const answer = await serverApi(context)
    .joining.confirming({ token: params.token ?? '' })
    .catch((error: { code?: string }) => {
      if (error.code !== 'NOT_FOUND' && error.code !== 'BAD_REQUEST') throw error
      return null
    })
  return data(answer, { status: answer ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}

export default function ConfirmTopic() {
  const standing = useLoaderData<typeof loader>()
  return (
    <PublicFrame church={standing?.business}>
      <section className={classes.card}>
        {!standing ? <BrokenLink /> : standing.confirmed ? <Done {...standing} /> : <Ask {...standing} />}
      </section>
    </PublicFrame>
  )
}

const Ask = ({ topic, business, email }: Confirming) => (
  <>
    <h1>
      “{topic}” from {business}?
    </h1>
    <p>
      It goes to <strong>{email}</strong> once you say yes here. Every mail has a link that ends it.
    </p>
    <form method="post">
      <button type="submit" className={classes.button}>
        Yes, send it to me
      </button>
    </form>
  </>
)

const Done = ({ topic, business, email }: Confirming) => (
  <>
    <h1>Thank you</h1>
    <p role="status">
      From now on “{topic}” from {business} goes to <strong>{email}</strong>.
    </p>
  </>
)
