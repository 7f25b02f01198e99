import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { api } from '#web/api.ts'
import { steps } from '../rules/registration.ts'

const word = { none: 'not registered', pending: 'waiting for an answer', approved: 'approved', rejected: 'refused' }

/** As long as a local number isn't registered, phone companies may hold its texts back. */
export function Unregistered() {
  const { data } = useQuery(api.smsRegistration.read.queryOptions({ input: {}, staleTime: 60_000 }))
  if (!data?.number || (data.brand === 'approved' && data.campaign === 'approved')) return null
  return (
    <Alert color="yellow">
      {phoneText(data.number)} is not registered for campaigns (10DLC): brand {word[data.brand]}, use case{' '}
      {word[data.campaign]}. Phone companies may block your texts.{' '}
      <Anchor component={Link} to="/sms/registration" inherit underline="always">
        Registration, {data.done.length} of {steps.length} prepared
      </Anchor>
    </Alert>
  )
}
