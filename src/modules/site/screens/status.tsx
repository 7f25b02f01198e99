import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { impactWords, stateWords } from '../incidents/rules.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () => described('System Status', 'The current status of our four services.', '/status')

export async function loader({ context }: LoaderFunctionArgs) {
  const api = serverApi(context)
  const { services, checkedAt } = await api.status.health({})
  // Where the database is down the checks still say so.
  const { items } = await api.incidents.history({}).catch(() => ({ items: [] }))
  const incidents = items.map(incident => ({
    ...incident,
    startedAt: new Date(incident.startedAt).toISOString(),
    resolvedAt: incident.resolvedAt && new Date(incident.resolvedAt).toISOString(),
    updates: incident.updates.map(update => ({ ...update, at: new Date(update.at).toISOString() })),
  }))
  return { services, incidents, checkedAt: new Date(checkedAt).toISOString() }
}
type Incident = Awaited<ReturnType<typeof loader>>['incidents'][number]

const words = { operational: 'Operational', degraded: 'Slow', down: 'Down' } as const

export default function Status() {
  const { services, incidents, checkedAt } = useLoaderData<typeof loader>()
  const open = incidents.filter(incident => !incident.resolvedAt)
  const past = incidents.filter(incident => incident.resolvedAt)
  const well = services.every(service => service.state === 'operational') && open.length === 0
  return (
    <SitePage
      title="System Status"
      lead={well ? 'All systems are operational.' : 'Some systems have problems. We are working on it.'}
    >
      {open.map(incident => (
        <Told key={incident.id} incident={incident} open />
      ))}
      <ul className={classes.services}>
        {services.map(({ name, state }) => (
          <li key={name}>
            <span>{name}</span>
            <strong data-state={state}>{words[state]}</strong>
          </li>
        ))}
      </ul>
      <p className={classes.meta}>
        Checked <Time at={checkedAt} seconds />, when you opened this page.
      </p>
      <h2>Incident history</h2>
      {past.length === 0 ? <p>No incidents in the last 90 days.</p> : null}
      {past.map(incident => (
        <Told key={incident.id} incident={incident} />
      ))}
    </SitePage>
  )
}

function Told({ incident, open }: { incident: Incident; open?: boolean }) {
  const { id, title, state, impact, services, startedAt, updates } = incident
  return (
    <section className={classes.incident} data-open={open} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className={classes.meta}>
        <strong>{stateWords[state]}</strong>. {impactWords[impact]}: {services.join(', ')}. Since{' '}
        <Time at={startedAt} />
      </p>
      <ol>
        {updates.map(update => (
          <li key={update.id}>
            <strong>{stateWords[update.state]}.</strong> {update.words}
            <span className={classes.meta}>
              <Time at={update.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** In UTC: the page is made before anyone knows where its reader is. */
function Time({ at, seconds }: { at: string; seconds?: boolean }) {
  return <time dateTime={at}>{at.slice(0, seconds ? 19 : 16).replace('T', ' ')} UTC</time>
}
