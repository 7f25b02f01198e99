import { Button, Group, Text } from '@mantine/core'
import { IconDeviceMobile, IconKey, IconMessage } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { withSecondFactor } from '#web/assurance.tsx'
import { auth } from '#web/session.ts'
import { type FactorOfUser, factorName, usable } from '../rules.ts'
import { AddSecurityKey } from './add-security-key.tsx'
import { EnrollApp } from './enroll-app.tsx'
import { EnrollPhone } from './enroll-phone.tsx'
import classes from './profile.module.css'
import { CodesDialog, RecoveryCodes } from './recovery-codes.tsx'
import { useFactors, useOffers, useRefresh } from './use-security.ts'

export function Factors() {
  const { data, error, refetch } = useFactors()
  return (
    <Panel title="Two-factor authentication">
      <Text size="sm" c="dimmed" mb="sm">
        You are asked for a second step after your password, and before changes to money or members.
      </Text>
      {error ? (
        <ErrorPanel error={error} what="your two-factor settings" onRetry={() => void refetch()} />
      ) : data ? (
        <FactorList all={data} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Panel>
  )
}

function FactorList({ all }: { all: FactorOfUser[] }) {
  const [adding, setAdding] = useState<'app' | 'phone'>()
  const [codes, setCodes] = useState<string[]>()
  const refresh = useRefresh()
  const verified = usable(all)

  /** The codes for the day when the factor is lost come with the first one. */
  async function finished() {
    setAdding(undefined)
    toast('Two-factor authentication is on. Other devices have been signed out.')
    if (verified.length === 0) {
      const { data } = await auth().mfa.recoveryCodes.generate()
      setCodes(data?.codes)
    }
    await refresh()
  }

  return (
    <>
      <ul className={classes.list}>
        {verified.map(factor => (
          <FactorRow key={factor.id} factor={factor} last={verified.length === 1} />
        ))}
      </ul>
      {verified.length > 0 ? <RecoveryCodes onMade={setCodes} /> : null}
      <AddButtons onAdd={setAdding}>
        <AddSecurityKey taken={all} onDone={() => void finished()} />
      </AddButtons>
      {adding === 'app' ? (
        <EnrollApp taken={all} onClose={() => setAdding(undefined)} onDone={() => void finished()} />
      ) : null}
      {adding === 'phone' ? (
        <EnrollPhone taken={all} onClose={() => setAdding(undefined)} onDone={() => void finished()} />
      ) : null}
      <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </>
  )
}

function AddButtons({ onAdd, children }: { onAdd: (kind: 'app' | 'phone') => void; children: ReactNode }) {
  const { data: offers } = useOffers()
  return (
    <Group mt="md" gap="sm">
      <Button variant="default" leftSection={<IconDeviceMobile size={16} stroke={1.75} />} onClick={() => onAdd('app')}>
        Set up an authenticator app
      </Button>
      {offers?.mfa.phone ? (
        <Button variant="default" leftSection={<IconMessage size={16} stroke={1.75} />} onClick={() => onAdd('phone')}>
          Get codes by text
        </Button>
      ) : null}
      {children}
    </Group>
  )
}

const kinds: Record<string, [typeof IconKey, string]> = {
  totp: [IconDeviceMobile, 'A code from an app'],
  phone: [IconMessage, 'A code by text'],
  webauthn: [IconKey, 'A security key or this device'],
}

function FactorRow({ factor, last }: { factor: FactorOfUser; last: boolean }) {
  const refresh = useRefresh()
  const name = factorName(factor)
  const [Icon, what] = kinds[factor.factor_type] ?? kinds.totp!
  async function remove() {
    const agreed = await confirm({
      title: `Remove ${name}?`,
      text: last
        ? 'This turns off two-factor authentication. Your password alone will sign you in, and your recovery codes stop working.'
        : 'You can no longer use it to sign in. Your other methods stay.',
      confirm: 'Remove',
      danger: true,
    })
    if (!agreed) return
    const { error } = await withSecondFactor(() => auth().mfa.unenroll({ factorId: factor.id }))
    if (error) toastError(error, `${name} was not removed`)
    else toast(`${name} removed`)
    await refresh()
  }
  return (
    <li className={classes.row}>
      <Icon stroke={1.75} />
      <div className={classes.what}>
        <Text fw={550}>{name}</Text>
        <Text size="sm" c="dimmed">
          {what}
        </Text>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => void remove()}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
    </li>
  )
}
