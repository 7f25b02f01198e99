import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { titled } from '#web/title.ts'
import type { Preferences } from '../preferences/contract.ts'
import { BrokenLink } from './broken-link.tsx'
import classes from './public-frame.module.css'
import { PublicFrame } from './public-frame.tsx'

export const handle = { static: true, church: true }
export const meta = () => [...titled('Preferences'), { name: 'robots', content: 'noindex' }]

/** Looking changes nothing: mail scanners follow every link. The buttons post to this address. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const answer = await serverApi(context)
    .preferences.view({ token: params.token ?? '' })
    .catch((error: { code?: string }) => {
      if (error.code !== 'NOT_FOUND' && error.code !== 'BAD_REQUEST') throw error
      return null
    })
  const asked = new URL(request.url).searchParams
  const shown = { standing: answer, saved: asked.has('saved'), before: asked.getAll('before') }
  return data(shown, { status: answer ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}

export default function PreferencesPage() {
  const { standing, saved, before } = useLoaderData<typeof loader>()
  return (
    <PublicFrame church={standing?.business}>
      <section className={classes.card}>
        {standing ? <Choose standing={standing} saved={saved} before={before} /> : <BrokenLink />}
      </section>
    </PublicFrame>
  )
}

interface ChooseProps {
  standing: Preferences
  saved: boolean
  before: string[]
}

function Choose({ standing: { email, business, topics, test, stopped }, saved, before }: ChooseProps) {
  const now = topics.filter(topic => topic.on).map(topic => topic.key)
  const changed = saved && [...now].sort().join() !== [...before].sort().join()
  return (
    <>
      <h1>What would you like to get?</h1>
      <p>
        Mail from {business} to <strong>{email}</strong>.
      </p>
      {saved ? (
        <div className={classes.note}>
          <p role="status">{now.length === 0 ? 'Saved. Nothing more will come.' : 'Saved. That counts from now on.'}</p>
          {changed ? <Undo before={before} /> : null}
        </div>
      ) : null}
      {stopped ? (
        <p className={classes.note}>We do not write to this address at the moment, whatever is chosen here.</p>
      ) : null}
      {test ? (
        <p className={classes.meta}>This link came with a test mail: it shows this page and changes nothing.</p>
      ) : null}
      <form method="post">
        <Kept keys={now} />
        <fieldset className={classes.choices} disabled={test}>
          {topics.map(({ key, name, description, on }) => (
            <label key={key} className={classes.choice}>
              <input type="checkbox" name="topic" value={key} defaultChecked={on} />
              <span>{name}</span>
              {description ? <small>{description}</small> : null}
            </label>
          ))}
        </fieldset>
        {test ? null : (
          <div className={classes.buttons}>
            <button type="submit" name="choice" value="save" className={classes.button}>
              Save
            </button>
            <button type="submit" name="choice" value="none" className={classes.quiet}>
              None of these
            </button>
          </div>
        )}
      </form>
    </>
  )
}

/** What was chosen until now, so that it can be had back. */
const Kept = ({ keys }: { keys: string[] }) =>
  keys.map(key => <input key={key} type="hidden" name="before" value={key} />)

const Undo = ({ before }: { before: string[] }) => (
  <form method="post">
    {before.map(key => (
      <input key={key} type="hidden" name="topic" value={key} />
    ))}
    <button type="submit" name="choice" value="undo" className={classes.quiet}>
      Undo
    </button>
  </form>
)
