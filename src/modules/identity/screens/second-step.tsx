import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { signOut } from '#web/session.ts'
import { AuthHeading } from './auth-page.tsx'

// Most sign-ins end before it: it is loaded when it is needed.
const SecondFactor = lazy(() =>
  import('../widgets/second-factor.tsx').then(module => ({ default: module.SecondFactor })),
)

/** After the password, where a second factor has been set up; the new session leads on by itself. */
export function SecondStep() {
  return (
    <>
      <AuthHeading title="One more step">Please confirm that it’s you.</AuthHeading>
      <Suspense fallback={<Skeleton height={104} />}>
        <SecondFactor onDone={() => {}} cancel={{ label: 'Sign in as someone else', onClick: () => void signOut() }} />
      </Suspense>
    </>
  )
}
