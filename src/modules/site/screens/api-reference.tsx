import { useLoaderData } from 'react-router'
import type { Section } from '../rules/reference.ts'
import classes from './api-reference.module.css'
import { PublicPage } from './public-page.tsx'
import { described } from './site-page.tsx'

export const handle = { static: true }

export const meta = () =>
  described(
    'API reference',
    'Every call of the Lampstand REST API: who may make it, what it takes and what it answers.',
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
          Everything the screens do, your own programs can do too. The same document for machines is at{' '}
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
        Sign in at <code>/auth/v1/token?grant_type=password</code> and send the access token with every call. Where you
        belong to several accounts, say which one is meant. A new token comes from <code>grant_type=refresh_token</code>
        .
      </p>
      <pre className={classes.code}>
        {`GET /rest/v1/leads?limit=20
Authorization: Bearer <access token>
Lampstand-Client: <account id>`}
      </pre>
      <p>
        Lists answer <code>items</code> and a <code>nextCursor</code>, which you send as <code>cursor</code> for the
        next page. A refusal is JSON with a <code>code</code>, a <code>message</code> for people and, for bad input, the
        fields in <code>data.issues</code>. Writes that carry a <code>version</code> are refused with{' '}
        <code>CONFLICT</code> when somebody else was faster.
      </p>
    </section>
  )
}
