import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () => described('System status', 'How the four services of this house are right now.', '/status')

export async function loader({ context }: LoaderFunctionArgs) {
  const { services, checkedAt } = await serverApi(context).status.health({})
  return { services, checkedAt: new Date(checkedAt).toISOString() }
}

const words = { operational: 'Operational', degraded: 'Slow', down: 'Down' } as const

export default function Status() {
  const { services, checkedAt } = useLoaderData<typeof loader>()
  const well = services.every(service => service.state === 'operational')
  return (
    <SitePage
      title="System status"
      lead={well ? 'All systems are operational.' : 'Something is not as it should be. We are on it.'}
    >
      <ul className={classes.services}>
        {services.map(({ name, state }) => (
          <li key={name}>
            <span>{name}</span>
            <strong data-state={state}>{words[state]}</strong>
          </li>
        ))}
      </ul>
      <p className={classes.meta}>
        Looked at <time dateTime={checkedAt}>{checkedAt.slice(0, 19).replace('T', ' ')} UTC</time>, as this page was
        made for you.
      </p>
    </SitePage>
  )
}
