import { Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { confirm } from '#ui/confirm.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { withSecondFactor } from '#web/assurance.tsx'
import { auth } from '#web/session.ts'
import classes from './profile.module.css'
import { useRecoveryCodes, useRefresh } from './use-security.ts'

/** How many are left, and new ones in their place. */
export function RecoveryCodes({ onMade }: { onMade: (codes: string[]) => void }) {
  const { data } = useRecoveryCodes(true)
  const refresh = useRefresh()
  async function renew() {
    const agreed =
      !data?.total ||
      (await confirm({
        title: 'Create new recovery codes?',
        text: 'The codes you saved before will no longer work.',
        confirm: 'Create new codes',
      }))
    if (!agreed) return
    const { data: made, error } = await withSecondFactor(() => auth().mfa.recoveryCodes.regenerate())
    if (error || !made) toastError(error, 'No new codes were created')
    else onMade(made.codes)
    await refresh()
  }
  if (!data) return null
  return (
    <div className={classes.row}>
      <IconKey stroke={1.75} />
      <div className={classes.what}>
        <Text fw={550}>Recovery codes</Text>
        <Text size="sm" c={data.remaining < 3 ? 'red' : 'dimmed'}>
          {data.total
            ? `${data.remaining} of ${data.total} left`
            : 'None yet. Without them, you can’t sign in if you lose your phone.'}
        </Text>
      </div>
      <Button variant="default" size="compact-sm" onClick={() => void renew()}>
        {data.total ? 'Create new codes' : 'Create codes'}
      </Button>
    </div>
  )
}

/** Shown once: nobody can read them again, we neither. */
export function CodesDialog({ codes, onClose }: { codes: string[] | undefined; onClose: () => void }) {
  const text = codes?.join('\n') ?? ''
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title="Save your recovery codes"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">
          If you lose your phone, each code signs you in once. Keep them in a safe place. They are not shown again.
        </Text>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes?.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <Button
              variant="default"
              onClick={() => saveFile('lampstand-recovery-codes.txt', `${text}\n`, 'text/plain;charset=utf-8')}
            >
              Download
            </Button>
          </Group>
          <Button onClick={onClose}>I have saved them</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
