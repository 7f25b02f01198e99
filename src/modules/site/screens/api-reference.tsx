import { useLoaderData } from 'react-router'
import type { Section } from '../rules/reference.ts'
import classes from './api-reference.module.css'
import { PublicPage } from './public-page.tsx'
import { described } from './site-page.tsx'

export const handle = { static: true }

export const meta = () =>
  described(
    'API reference',
    'Every endpoint of the Lampstand REST API: its permission, parameters and responses.',
    '/documentation/api',
    { image: 'documentation' },
  )

/** Read when the page is made, so that the browser gets words and no schemas. */
export async function loader() {
  const { default: sections } = (await import('#web/reference.json')) as unknown as { default: Section[] }
  return sections.map(({ name, operations }) => ({ name, calls: operations.length }))
}

export default function ApiReference() {
  const sections = useLoaderData<typeof loader>()
  return (
    <PublicPage>
      <div className={classes.page}>
        <h1>API reference</h1>
        <p className={classes.lead}>
          Your own programs can do everything the screens can. The OpenAPI document is at{' '}
          <a href="/rest/v1/openapi.json">/rest/v1/openapi.json</a>.
        </p>
        <Start />
        <h2>Resources</h2>
        <ul className={classes.resources}>
          {sections.map(({ name, calls }) => (
            <li key={name}>
              <a href={`/documentation/api/${name}`}>{name}</a> <span>{calls === 1 ? '1 call' : `${calls} calls`}</span>
            </li>
          ))}
        </ul>
      </div>
    </PublicPage>
  )
}

function Start() {
  return (
    <section aria-labelledby="start">
      <h2 id="start">Making a call</h2>
      <p>
        Create an API key under Settings, API, and send it with every call. A key belongs to one account and may do what
        its scopes allow. The permission beside each call is the scope that it needs.
      </p>
      <pre className={classes.code}>
        {`GET /rest/v1/leads?limit=20
Authorization: Bearer lsk_…`}
      </pre>
      <p>
        A program that acts for a member signs in at <code>/auth/v1/token?grant_type=password</code> and sends the
        access token instead. Members of several accounts add <code>Lampstand-Client: &lt;account id&gt;</code>. A new
        token comes from <code>grant_type=refresh_token</code>.
      </p>
      <p>
        Lists answer <code>items</code> and a <code>nextCursor</code>, which you send as <code>cursor</code> for the
        next page. A refusal is JSON with a <code>code</code>, a <code>message</code> for people and, for bad input, the
        fields in <code>data.issues</code>. Writes that carry a <code>version</code> are refused with{' '}
        <code>CONFLICT</code> when someone else was faster.
      </p>
      <h3>Retry safely</h3>
      <p>
        Send a POST with an <code>Idempotency-Key</code> of your choice, such as a UUID. If the answer does not reach
        you, send the same call again with the same key within 24 hours: it is not repeated, and you get the first
        answer with <code>Idempotency-Replayed: true</code>. Another body under the same key is refused with 422, and a
        call that has not finished yet with 409. Secrets are shown once: a retry of such a call gets 409.
      </p>
      <h3>Rate limits</h3>
      <p>
        An API key may make 600 calls a minute. <code>RateLimit-Remaining</code> says how many are left and{' '}
        <code>RateLimit-Reset</code> in how many seconds they are renewed. After that, calls are refused with 429 and{' '}
        <code>Retry-After</code>. Pages of other sites may call with a key; no cookies are used.
      </p>
      <h3>Webhooks</h3>
      <p>
        Add an endpoint under Settings, API to be told when something happens.{' '}
        <a href="/help/receive-webhooks">Receive webhooks</a> shows how to verify and answer them.
      </p>
    </section>
  )
}
