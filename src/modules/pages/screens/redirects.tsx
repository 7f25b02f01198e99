import { ActionIcon, Anchor, Button, Group, NativeSelect, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

type SiteRedirect = Awaited<ReturnType<typeof client.siteRedirects.list>>['items'][number]

/** Addresses of the site that lead elsewhere. */
export function Redirects() {
  const list = useInfiniteQuery(
    api.siteRedirects.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      meta: { live: ['pages'] },
    }),
  )
  const [adding, setAdding] = useState(false)
  const mayPublish = useMay('content.publish')
  const items = list.data?.pages.flatMap(page => page.items)
  const add = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} stroke={1.75} />}
      onClick={() => setAdding(true)}
    >
      Add redirect
    </Button>
  )
  return (
    <Panel title="Redirects" minHeight={160} actions={mayPublish ? add : undefined}>
      {list.error && !items ? (
        <ErrorPanel error={list.error} what="the redirects" onRetry={() => void list.refetch()} />
      ) : null}
      {!items && !list.error ? <SkeletonRows rows={3} /> : null}
      {items?.length === 0 ? (
        <Text c="dimmed" size="sm">
          When the address of a published page changes, the old one leads to the new one by itself. Add others here,
          such as an address that was printed before you moved your site.
        </Text>
      ) : null}
      <Stack gap="xs">
        {items?.map(one => (
          <Redirect key={one.id} redirect={one} mayRemove={mayPublish} />
        ))}
      </Stack>
      {list.hasNextPage ? (
        <Button variant="subtle" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {adding ? <AddRedirect onClose={() => setAdding(false)} /> : null}
    </Panel>
  )
}

function Redirect({ redirect, mayRemove }: { redirect: SiteRedirect; mayRemove: boolean }) {
  const { id, slug, pageId, pageName, leadsTo } = redirect
  const act = useAct(api.siteRedirects.key())
  const queries = useQueryClient()
  async function remove() {
    if (!(await act(() => client.siteRedirects.remove({ id }), undefined, 'The redirect was not deleted'))) return
    toast(`/${slug} no longer redirects`, async () => {
      await client.siteRedirects.create({ slug, pageId, target: pageId ? '' : (leadsTo ?? '') })
      await queries.invalidateQueries({ queryKey: api.siteRedirects.key() })
    })
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={550}>
          /{slug}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {leadsTo ? (
            <Anchor href={leadsTo} target="_blank">
              {pageName ?? leadsTo}
            </Anchor>
          ) : (
            `${pageName ?? 'A deleted page'} (not published)`
          )}
        </Text>
      </div>
      {mayRemove ? (
        <Tooltip label="Delete">
          <ActionIcon aria-label={`Delete the redirect /${slug}`} onClick={() => void remove()}>
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </Group>
  )
}

interface Values extends Record<string, unknown> {
  slug: string
  pageId: string
  target: string
}

function AddRedirect({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm<Values>({ initialValues: { slug: '', pageId: '', target: '' } })
  const { data } = useQuery(api.pages.list.queryOptions({ input: { limit: 200, sort: 'name' } }))
  const save = async ({ slug, pageId, target }: Values) => {
    await client.siteRedirects.create({ slug, pageId: pageId || null, target: pageId ? '' : target })
    await queries.invalidateQueries({ queryKey: api.siteRedirects.key() })
    toast('Redirect added')
  }
  const pages = (data?.items ?? []).map(page => ({ value: page.id, label: page.name }))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Add redirect"
      form={form}
      onSubmit={save}
      submitLabel="Add redirect"
      fields={{ TAKEN: { field: 'slug' } }}
    >
      <TextInput label="From" leftSection="/" placeholder="old-page" data-autofocus {...form.getInputProps('slug')} />
      <NativeSelect
        label="To"
        data={[{ value: '', label: 'Another address' }, ...pages]}
        {...form.getInputProps('pageId')}
      />
      {form.values.pageId ? null : (
        <TextInput label="Address" placeholder="https://" inputMode="url" {...form.getInputProps('target')} />
      )}
    </FormDialog>
  )
}
