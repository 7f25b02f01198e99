import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import { useLoaderData } from 'react-router'
import { type Call, callsByTag, type Field, type OpenApiDocument } from '../rules/openapi.ts'
import classes from './api-reference.module.css'
import { PublicPage } from './public-page.tsx'

export const meta = () => [
  { title: 'API reference · Lampstand' },
  { name: 'description', content: 'Every call of the Lampstand REST API, from its own OpenAPI document.' },
]

const address = '/rest/v1/openapi.json'

export async function clientLoader(): Promise<OpenApiDocument> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The API document could not be read: status ${response.status}`)
  return response.json()
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <PublicPage>
      <div className={classes.page}>
        <div className={classes.words}>
          <h1 className={classes.title}>API reference</h1>
          <p aria-busy="true">Reading the API's own document…</p>
        </div>
      </div>
    </PublicPage>
  )
}

export default function ApiReferenceScreen() {
  const tags = callsByTag(useLoaderData<typeof clientLoader>())
  return (
    <PublicPage>
      <div className={classes.page}>
        <nav className={classes.contents} aria-label="On this page">
          <a href="#start">Getting started</a>
          {tags.map(([tag, calls]) => (
            <a key={tag} href={`#${tag}`}>
              {tag} <span className={classes.quiet}>{calls.length}</span>
            </a>
          ))}
        </nav>
        <div className={classes.words}>
          <Start />
          {tags.map(([tag, calls]) => (
            <section key={tag} id={tag} aria-labelledby={`${tag}-title`}>
              <h2 id={`${tag}-title`} className={classes.heading}>
                {tag}
              </h2>
              {calls.map(call => (
                <CallDetails key={call.id} call={call} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </PublicPage>
  )
}

function Start() {
  return (
    <section id="start">
      <h1 className={classes.title}>API reference</h1>
      <p>
        Everything that the screens do goes through these calls, under <code>/rest/v1</code>. Send JSON, and the access
        token of a sign-in as <code>Authorization: Bearer …</code>. Who belongs to several accounts names one in the
        header <code>Lampstand-Client</code>; <code>GET /clients/mine</code> lists them.
      </p>
      <p>
        Instants are ISO 8601 in UTC. Lists answer <code>items</code> and <code>nextCursor</code>; send that back as{' '}
        <code>cursor</code> for the next page. What has a <code>version</code> wants it back with a change, and refuses
        an older one with 409. The machine-readable document is at <a href={address}>{address}</a>.
      </p>
      <pre className={classes.example}>{`TOKEN=$(curl -s '${origin()}/auth/v1/token?grant_type=password' \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.org","password":"…"}' | jq -r .access_token)

curl -s ${origin()}/rest/v1/clients/mine -H "Authorization: Bearer $TOKEN"`}</pre>
    </section>
  )
}

const origin = () => (typeof location === 'undefined' ? '' : location.origin)

function CallDetails({ call }: { call: Call }) {
  return (
    <details className={classes.call} id={call.id}>
      <summary className={classes.summary}>
        <span className={classes.method} data-method={call.method}>
          {call.method}
        </span>
        <code className={classes.path}>{call.path}</code>
        <span className={classes.quiet}>{call.summary ?? call.id}</span>
      </summary>
      <div className={classes.details}>
        <Fields title="Takes" fields={call.input} none="Nothing but the address." />
        <Fields title="Gives" fields={call.output} none="Nothing but its success." />
        {call.refusals.length > 0 ? (
          <>
            <h3 className={classes.part}>Refuses with</h3>
            <ul className={classes.refusals}>
              {call.refusals.map(({ status, code, message }) => (
                <li key={code}>
                  {status} <code>{code}</code> {message}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </details>
  )
}

function Fields({ title, fields, none }: { title: string; fields: Field[]; none: string }) {
  return (
    <>
      <h3 className={classes.part}>{title}</h3>
      {fields.length === 0 ? <p className={classes.quiet}>{none}</p> : null}
      <dl className={classes.fields}>
        {fields.map(({ name, type, required, note }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              {required ? null : <span className={classes.quiet}> optional</span>}
            </dt>
            <dd>
              {type}
              {note ? <span className={classes.quiet}> · {note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
