import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { titled } from '#web/title.ts'
import type { Standing } from '../unsubscribing/contract.ts'
import { BrokenLink } from './broken-link.tsx'
import classes from './public-frame.module.css'
import { PublicFrame } from './public-frame.tsx'

export const handle = { static: true }
export const meta = () => [...titled('Unsubscribe'), { name: 'robots', content: 'noindex' }]

/** Looking is not leaving: mail scanners follow every link. The buttons post to this address. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const answer = await serverApi(context)
    .unsubscribing.view({ token: params.token ?? '' })
    .catch((error: { code?: string }) => {
      if (error.code !== 'NOT_FOUND' && error.code !== 'BAD_REQUEST') throw error
      return null
    })
  return data(answer, { status: answer ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}

export default function Unsubscribe() {
  const standing = useLoaderData<typeof loader>()
  return (
    <PublicFrame church={standing?.topic ? standing.business : null}>
      <section className={classes.card}>
        {!standing ? <BrokenLink /> : standing.subscribed ? <Leave {...standing} /> : <Left {...standing} />}
      </section>
    </PublicFrame>
  )
}

const letter = ({ topic, business }: Standing) => (topic ? `“${topic}” from ${business}` : `the ${business} newsletter`)

const Leave = (standing: Standing) => (
  <>
    <h1>Unsubscribe from {letter(standing)}?</h1>
    <p>
      It goes to <strong>{standing.email}</strong>. Once you unsubscribe, no further issue does.
    </p>
    {standing.test ? (
      <p className={classes.meta}>This link came with a test mail: it shows this page and changes nothing.</p>
    ) : (
      <form method="post">
        <button type="submit" name="choice" value="leave" className={classes.button}>
          Unsubscribe
        </button>
      </form>
    )}
  </>
)

const Left = (standing: Standing) => (
  <>
    <h1>You are unsubscribed</h1>
    <p role="status">
      No further issue of {letter(standing)} goes to <strong>{standing.email}</strong>. Was that a slip, or did somebody
      else press the button?
    </p>
    <form method="post">
      <button type="submit" name="choice" value="undo" className={classes.quiet}>
        Subscribe again
      </button>
    </form>
  </>
)
