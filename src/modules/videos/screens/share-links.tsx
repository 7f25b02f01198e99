import {
  Alert,
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { CopiedText } from '#ui/copied-text.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

/** Links to a private video: each with its end, perhaps with a password, and revoked at once. */
export function ShareLinks({ videoId }: { videoId: string }) {
  const mayWrite = useMay('content.write')
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        This video is private. A share link opens it for everyone who has the link, until it expires or you revoke it.
      </Text>
      {mayWrite ? <NewLink videoId={videoId} /> : null}
      <Links videoId={videoId} />
    </Stack>
  )
}

function NewLink({ videoId }: { videoId: string }) {
  const form = useForm({ initialValues: { label: '', days: 30, password: '' } })
  const { save, busy, problem } = useSaving(form)
  const act = useAct(api.videoShares.key())
  const [made, setMade] = useState<string>()
  const create = form.onSubmit(({ label, days, password }) =>
    save(async () => {
      const link = await client.videoShares.create({
        videoId,
        label,
        days: Number(days),
        ...(password && { password }),
      })
      setMade(link.address)
      form.reset()
      await act(async () => {})
    }),
  )
  return (
    <form noValidate onSubmit={create}>
      <Stack gap="xs">
        <Problem error={problem} />
        <Group align="flex-start" grow>
          <TextInput
            label="For whom"
            placeholder="Small group leaders"
            maxLength={80}
            {...form.getInputProps('label')}
          />
          <NumberInput label="Expires after" suffix=" days" min={1} max={365} {...form.getInputProps('days')} />
          <PasswordInput
            label="Password"
            description="Optional"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </Group>
        <Group>
          <Button type="submit" loading={busy}>
            Create share link
          </Button>
        </Group>
        {made ? <MadeLink address={made} /> : null}
      </Stack>
    </form>
  )
}

const MadeLink = ({ address }: { address: string }) => (
  <Alert variant="light" title="Copy this link now. It is not shown again.">
    <CopiedText text={address} what="share link" />
  </Alert>
)

function Links({ videoId }: { videoId: string }) {
  const { data, error, refetch } = useQuery(api.videoShares.list.queryOptions({ input: { videoId } }))
  const { dateTime } = useFormat()
  const mayWrite = useMay('content.write')
  const act = useAct(api.videoShares.key())
  if (error) return <ErrorPanel error={error} what="the share links" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} height={40} />
  if (data.items.length === 0) return null
  const revoke = async (id: string) => {
    const isSure = await confirm({
      title: 'Revoke this link?',
      text: 'People who watch by it are stopped within a minute.',
      confirm: 'Revoke link',
      danger: true,
    })
    if (isSure) await act(() => client.videoShares.revoke({ id }), 'Link revoked')
  }
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label="Share links">
        <LinksHead />
        <Table.Tbody>
          {data.items.map(({ id, label, hasPassword, expiresAt, revokedAt }) => (
            <Table.Tr key={id}>
              <Table.Td>{label || 'Everyone who has it'}</Table.Td>
              <Table.Td>{hasPassword ? 'Yes' : 'No'}</Table.Td>
              <Table.Td>{revokedAt ? `Revoked ${dateTime(revokedAt)}` : dateTime(expiresAt)}</Table.Td>
              <Table.Td>
                {revokedAt || !mayWrite ? null : (
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    aria-label={`Revoke the link for ${label || 'everyone'}`}
                    onClick={() => void revoke(id)}
                  >
                    Revoke
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const LinksHead = () => (
  <Table.Thead>
    <Table.Tr>
      <Table.Th>For whom</Table.Th>
      <Table.Th>Password</Table.Th>
      <Table.Th>Expires</Table.Th>
      <Table.Th>
        <VisuallyHidden>Actions</VisuallyHidden>
      </Table.Th>
    </Table.Tr>
  </Table.Thead>
)
