import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { serverApi } from '#web/server-api.ts'
import { titled } from '#web/title.ts'
import classes from './public-frame.module.css'
import { PublicFrame } from './public-frame.tsx'

interface Loaded {
  page: { business: string }
}

export const handle = { static: true, church: true }
export const meta = ({ loaderData }: { loaderData?: Loaded }) => [
  ...titled(loaderData ? `News from ${loaderData.page.business}` : 'News'),
  { name: 'robots', content: 'noindex' },
]

const problems: Record<string, string> = {
  email: 'Please enter a valid email address',
  topic: 'Please choose at least one',
  many: 'Many have signed up from here just now. Please try again in an hour.',
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const page = await serverApi(context)
    .joining.page({ church: params.church ?? '' })
    .catch((error: { code?: string }) => {
      throw error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST'
        ? data('There is no such page.', { status: 404 })
        : error
    })
  const asked = new URL(request.url).searchParams
  return { page, done: asked.get('done'), problem: problems[asked.get('problem') ?? ''] ?? null }
}

/** Where somebody says yes by themselves; it works without JavaScript. */
export default function Subscribe() {
  const { page, done, problem } = useLoaderData<typeof loader>()
  return (
    <PublicFrame church={page.business}>
      <section className={classes.card}>
        <h1>News from {page.business}</h1>
        {done ? (
          <p role="status">
            {done === 'asked'
              ? 'Thank you. Please look into your mail: one press there, and it is done.'
              : 'Thank you. You will hear from us, and every mail has a link that ends it.'}
          </p>
        ) : (
          <SignUp {...page} problem={problem} />
        )}
      </section>
    </PublicFrame>
  )
}

interface SignUpProps {
  business: string
  topics: { key: string; name: string; description: string }[]
  problem: string | null
}

const SignUp = ({ business, topics, problem }: SignUpProps) => (
  <form method="post">
    {problem ? (
      <p className={classes.note} role="alert">
        {problem}
      </p>
    ) : null}
    <label className={classes.field}>
      E-mail
      <input type="email" name="email" required maxLength={254} autoComplete="email" />
    </label>
    <label className={classes.field}>
      Name
      <input name="name" maxLength={200} autoComplete="name" />
    </label>
    <label className={classes.hidden} aria-hidden="true">
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
    <fieldset className={classes.choices}>
      <legend>Yes, send me</legend>
      {topics.map(({ key, name, description }, place) => (
        <label key={key} className={classes.choice}>
          <input type="checkbox" name="topic" value={key} defaultChecked={place === 0 && topics.length === 1} />
          <span>{name}</span>
          {description ? <small>{description}</small> : null}
        </label>
      ))}
    </fieldset>
    <p className={classes.meta}>{business} keeps your address for this alone. Every mail has a link that ends it.</p>
    <button type="submit" className={classes.button}>
      Sign up
    </button>
  </form>
)
