import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { steps } from '../rules/registration.ts'
import { RegistrationFacts } from './registration-facts.tsx'
import { RegistrationStep } from './registration-step.tsx'

export const meta = () => titled('Text registration')

/** What phone companies ask before a local number may text many, ready to be copied into their form. */
export default function RegistrationScreen() {
  const { data, error, refetch } = useQuery(api.smsRegistration.read.queryOptions({ input: {} }))
  return (
    <>
      <Anchor component={Link} to="/sms?tab=settings" size="sm">
        ← SMS Marketing
      </Anchor>
      <PageHeader
        title="Text registration"
        purpose="Phone companies require registration before a local number can text many people (10DLC). Prepare it here, copy it into Twilio’s form, and update the status in the number’s settings."
      />
      {error && !data ? <ErrorPanel error={error} what="the registration" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={8} /> : null}
      {data ? (
        <Stack gap="md">
          <RegistrationFacts key={JSON.stringify([data.legalName, data.ein])} registration={data} />
          {steps.map(step => (
            <RegistrationStep key={step} step={step} registration={data} />
          ))}
        </Stack>
      ) : null}
    </>
  )
}
