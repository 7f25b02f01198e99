import { useLoaderData } from 'react-router'
import type { Field, Operation, Section } from '../rules/reference.ts'
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
export async function loader(): Promise<Section[]> {
  const { default: sections } = await import('#web/reference.json')
  return sections as Section[]
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
        <div className={classes.split}>
          <nav aria-label="Calls" className={classes.nav}>
            <ul>
              {sections.map(section => (
                <li key={section.name}>
                  <a href={`#${section.name}`}>{section.name}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            {sections.map(section => (
              <section
                key={section.name}
                id={section.name}
                className={classes.section}
                aria-labelledby={`${section.name}-title`}
              >
                <h2 id={`${section.name}-title`}>{section.name}</h2>
                {section.operations.map(operation => (
                  <Call key={operation.id} operation={operation} />
                ))}
              </section>
            ))}
          </div>
        </div>
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

function Call({ operation }: { operation: Operation }) {
  const { id, method, path, summary, who, sends, answers, refusals } = operation
  return (
    <article id={id} className={classes.call}>
      <h3>
        <span className={classes.method} data-method={method}>
          {method}
        </span>{' '}
        <code>{path}</code>
      </h3>
      <p className={classes.who}>
        {summary ? `${summary}. ` : ''}
        {who}.
      </p>
      <Fields title="Sends" fields={sends} />
      <Fields title="Answers" fields={answers} />
      {refusals.length > 0 ? (
        <details>
          <summary>Refusals</summary>
          <ul>
            {refusals.map(refusal => (
              <li key={`${refusal.code}${refusal.status}`}>
                {refusal.status} <code>{refusal.code}</code> {refusal.message}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </article>
  )
}

function Fields({ title, fields }: { title: string; fields: Field[] }) {
  if (fields.length === 0) return null
  return (
    <details>
      <summary>
        {title} {fields.length === 1 ? '1 field' : `${fields.length} fields`}
      </summary>
      <dl className={classes.fields}>
        {fields.map(field => (
          <div key={field.name}>
            <dt>
              <code>{field.name}</code>
              {field.required ? <span className={classes.required}> required</span> : null}
            </dt>
            <dd>{field.type}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
