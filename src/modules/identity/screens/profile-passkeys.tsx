import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { confirmSecondFactor, withSecondFactor } from '#web/assurance.tsx'
import { auth } from '#web/session.ts'
import { passkeysWork } from '../rules.ts'
import { makePasskey, passkeyProblem } from '../widgets/use-passkey.ts'
import classes from './profile.module.css'
import { usePasskeys, useRefresh } from './use-security.ts'

interface Passkey {
  id: string
  friendly_name?: string
  created_at: string
  last_used_at?: string
}

export function Passkeys() {
  const { data, error, refetch } = usePasskeys()
  const [place, setPlace] = useState<'works' | 'number' | 'unsupported'>()
  useEffect(() => {
    const named = passkeysWork(location.hostname)
    setPlace(!named ? 'number' : 'PublicKeyCredential' in window ? 'works' : 'unsupported')
  }, [])
  return (
    <Panel title="Passkeys">
      <Text size="sm" c="dimmed" mb="sm">
        Sign in with your fingerprint, your face or your device’s PIN instead of a password.
      </Text>
      {error ? (
        <ErrorPanel error={error} what="your passkeys" onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={classes.list}>
          {(data as Passkey[]).map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={1} />
      )}
      {place === 'works' ? <AddPasskey /> : null}
      {place === 'number' ? <NeedsName /> : null}
      {place === 'unsupported' ? <Text size="sm">This browser doesn’t support passkeys.</Text> : null}
    </Panel>
  )
}

function NeedsName() {
  const { protocol, port } = location
  const address = `${protocol}//localhost${port ? `:${port}` : ''}/profile`
  return (
    <Text size="sm">
      Passkeys need a host name, not an IP address. On this computer, open <a href={address}>{address}</a>.
    </Text>
  )
}

function AddPasskey() {
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  async function add() {
    setBusy(true)
    const made = await makePasskey()
      .catch(async error => {
        if (error.code !== 'insufficient_aal' || !(await confirmSecondFactor())) throw error
        return makePasskey()
      })
      .catch(error => {
        const problem = passkeyProblem(error)
        if (problem) toastError(problem, 'No passkey was created')
      })
    if (made) toast('Your passkey is ready')
    await refresh()
    setBusy(false)
  }
  return (
    <Button
      mt="sm"
      variant="default"
      loading={busy}
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => void add()}
    >
      Add a passkey
    </Button>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [renaming, setRenaming] = useState(false)
  const refresh = useRefresh()
  const name = passkey.friendly_name ?? 'Passkey'
  async function remove() {
    const text = 'You can no longer sign in with it. Delete it on your device, too.'
    if (!(await confirm({ title: `Remove ${name}?`, text, confirm: 'Remove', danger: true }))) return
    const { error } = await withSecondFactor(() => auth().passkey.delete({ passkeyId: passkey.id }))
    if (error) toastError(error, `${name} was not removed`)
    else toast(`${name} removed`)
    await refresh()
  }
  if (renaming) return <RenameRow passkey={passkey} onDone={() => setRenaming(false)} />
  return (
    <li className={classes.row}>
      <IconFingerprint stroke={1.75} />
      <div className={classes.what}>
        <Text fw={550}>{name}</Text>
        <Text size="sm" c="dimmed">
          Made <RelativeTime at={passkey.created_at} />
          {passkey.last_used_at ? (
            <>
              , last used <RelativeTime at={passkey.last_used_at} />
            </>
          ) : null}
        </Text>
      </div>
      <Group gap={4}>
        <Button variant="subtle" size="compact-sm" onClick={() => setRenaming(true)} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={() => void remove()}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      </Group>
    </li>
  )
}

function RenameRow({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.friendly_name ?? '')
  const refresh = useRefresh()
  async function save() {
    if (!name.trim()) return
    const { error } = await auth().passkey.update({ passkeyId: passkey.id, friendlyName: name.trim() })
    if (error) return toastError(error, 'The name was not saved')
    await refresh()
    onDone()
  }
  return (
    <li className={classes.row}>
      <form
        className={classes.what}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Group gap="sm" align="flex-end">
          <TextInput
            label="Name of this passkey"
            maxLength={100}
            data-autofocus
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!name.trim()}>
            Save
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </form>
    </li>
  )
}
