import { Button, CopyButton, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Problem } from './auth-page.tsx'
import { FirstCode } from './first-code.tsx'
import classes from './profile.module.css'
import { type EnrollProps, useEnroll } from './use-enroll.ts'

export function EnrollApp(props: EnrollProps) {
  const { factor, problem, busy, begin, finish } = useEnroll(props)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void begin('totp')
  })
  return (
    <Modal opened onClose={props.onClose} title="Set up an authenticator app">
      <Stack gap="md">
        <Text size="sm">
          Scan this with an app such as Google Authenticator or your password manager, then enter the six digits it
          shows.
        </Text>
        <Problem>{problem}</Problem>
        {factor?.totp ? (
          <>
            <img className={classes.qr} src={factor.totp.qr_code} alt="QR code for your app" />
            <Secret secret={factor.totp.secret} />
            <FirstCode
              label="Code from the app"
              busy={busy}
              onCode={code => void finish(code)}
              onCancel={props.onClose}
            />
          </>
        ) : problem ? null : (
          <Skeleton height={192} width={192} mx="auto" />
        )}
      </Stack>
    </Modal>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        Can’t scan it? Type this key into the app:
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" className={classes.secret}>
          {secret.match(/.{1,4}/g)!.join(' ')}
        </Text>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  )
}
