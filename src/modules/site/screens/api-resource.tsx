import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Field, Operation, Section } from '../rules/reference.ts'
import classes from './api-reference.module.css'
import { PublicPage } from './public-page.tsx'
import { described } from './site-page.tsx'

export const handle = { static: true }

export const meta = ({ params: { resource } }: { params: { resource?: string } }) =>
  described(
    `API reference: ${resource}`,
    `Every endpoint of ${resource} in the Lampstand REST API: its permission, parameters and responses.`,
    `/documentation/api/${resource}`,
    { image: 'documentation' },
  )

/** Read when the page is made, so that the browser gets words and no schemas. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { default: sections } = (await import('#web/reference.json')) as unknown as { default: Section[] }
  const section = sections.find(({ name }) => name === params.resource)
  if (!section) throw data('Resource not found.', { status: 404 })
  return { section, names: sections.map(({ name }) => name) }
}

export default function ApiResource() {
  const { section, names } = useLoaderData<typeof loader>()
  return (
    <PublicPage>
      <div className={classes.page}>
        <p className={classes.back}>
          <a href="/documentation/api">API reference</a>
        </p>
        <div className={classes.split}>
          <nav aria-label="Resources" className={classes.nav}>
            <ul>
              {names.map(name => (
                <li key={name}>
                  <a href={`/documentation/api/${name}`} aria-current={name === section.name ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h1 className={classes.title}>{section.name}</h1>
            {section.operations.map(operation => (
              <Call key={operation.id} operation={operation} />
            ))}
          </div>
        </div>
      </div>
    </PublicPage>
  )
}

function Call({ operation }: { operation: Operation }) {
  const { id, method, path, summary, who, sends, answers, refusals } = operation
  return (
    <article id={id} className={classes.call}>
      <h2 className={classes.address}>
        <span className={classes.method} data-method={method}>
          {method}
        </span>{' '}
        <code>{path}</code>
      </h2>
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
