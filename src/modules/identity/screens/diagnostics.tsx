import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { readStatus, type ServiceStatus } from '#web/status.ts'
import { type ConnectionResult, connectionResult, connectionTimeout } from '../rules.ts'
import classes from './auth-page.module.css'
import { AuthHeading } from './auth-page.tsx'

async function testConnection(): Promise<ConnectionResult> {
  const signal = AbortSignal.timeout(connectionTimeout)
  const answer = await fetch('/rest/v1', { method: 'HEAD', cache: 'no-store', signal }).catch((error: Error) => error)
  return connectionResult(answer instanceof Error ? answer : answer.status)
}

export function Diagnostics({ onBack }: { onBack: () => void }) {
  const [testing, setTesting] = useState(true)
  const [result, setResult] = useState<ConnectionResult>()
  const [status, setStatus] = useState<ServiceStatus>()

  const run = useCallback(async () => {
    setTesting(true)
    setResult(await testConnection())
    setStatus(await readStatus().catch(() => undefined))
    setTesting(false)
  }, [])
  useEffect(() => void run(), [run])

  return (
    <>
      <AuthHeading title="Connection diagnostics">
        What this browser can reach, and how the server is set up.
      </AuthHeading>
      <div aria-live="polite">
        {result ? <Result result={result} /> : <Text c="dimmed">Testing the connection…</Text>}
      </div>
      {status ? <Facts status={status} /> : null}
      <Stack gap="xs">
        <Button loading={testing} onClick={() => void run()}>
          Test connection
        </Button>
        <Button variant="default" onClick={onBack}>
          Back to sign in
        </Button>
      </Stack>
    </>
  )
}

function Result({ result: { success, message, details } }: { result: ConnectionResult }) {
  if (success) return <Alert color="green" icon={<IconCircleCheck stroke={1.75} />} title={message} />
  return (
    <Alert color="red" icon={<IconPlugConnectedX stroke={1.75} />} title={message}>
      {details}
      <List size="sm" mt="xs">
        <List.Item>Check that this device is online.</List.Item>
        <List.Item>Check that the server is running and that the address is right.</List.Item>
        <List.Item>
          A firewall, proxy or browser extension may be blocking the connection. Try another network.
        </List.Item>
      </List>
    </Alert>
  )
}

function Facts({ status }: { status: ServiceStatus }) {
  const missing = status.providers.some(({ state }) => state === 'missing')
  return (
    <>
      {missing ? <Alert color="yellow" title="Missing server environment variables" /> : null}
      <dl className={classes.facts}>
        <div>
          <dt>Server</dt>
          <dd>{location.origin}</dd>
        </div>
        <div>
          <dt>Mode</dt>
          <dd>{status.demo ? 'Demo mode, with a demo church' : 'Live'}</dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>{status.version}</dd>
        </div>
        {status.providers.map(({ name, state }) => (
          <div key={name}>
            <dt>{statusLabel(name)}</dt>
            <dd>
              <StatusBadge of="provider" value={state} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
