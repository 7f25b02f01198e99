import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  CopyButton,
  Group,
  Image,
  List,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { languages, staffName } from '#public-page/rules/languages.ts'
import { confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Problem } from '#ui/problem.tsx'
import { onFields, schemaErrors } from '#ui/schema-errors.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { PictureFile } from '#videos/widgets/picture-file.tsx'
import { api, client, fetchFile } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { categories, categoryKeys } from '../rules.ts'

export const meta = () => titled('Podcast')

type Podcast = Awaited<ReturnType<typeof client.podcasts.get>>
const keys = [api.podcasts.key()]

/** The podcast of a library: what it is called, who may hear it, and where apps find it. */
export default function PodcastScreen() {
  const { library = '' } = useParams()
  const query = useQuery(api.podcasts.get.queryOptions({ input: { id: library }, meta: { live: ['videos'] } }))
  const { data, error, refetch } = query
  if ((error as { code?: string } | null)?.code === 'NOT_FOUND')
    return (
      <EmptyState
        title="Library not found"
        text="It may have been deleted, or the link is incomplete."
        action={
          <Button component={Link} to="/videos" variant="default">
            Back to the library
          </Button>
        }
      />
    )
  if (error) return <ErrorPanel error={error} what="this podcast" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} height={120} />
  return (
    <Stack>
      <PageHeader
        title={`Podcast: ${data.title}`}
        purpose={
          <Anchor component={Link} to={`/videos?library=${data.id}`}>
            Video Management
          </Anchor>
        }
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Settings key={data.id} podcast={data} />
        <Stack>
          <Addresses podcast={data} />
          <Episodes podcast={data} />
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}

const valuesOf = (podcast: Podcast) => ({
  isOn: podcast.isOn,
  isPrivate: podcast.isPrivate ? 'private' : 'public',
  title: podcast.title,
  description: podcast.description,
  author: podcast.author,
  ownerEmail: podcast.ownerEmail,
  language: podcast.language,
  category: podcast.category,
  isExplicit: podcast.isExplicit,
  pictureId: podcast.pictureId,
})
type Values = ReturnType<typeof valuesOf>

function Settings({ podcast }: { podcast: Podcast }) {
  const mayWrite = useMay('content.write')
  const form = useForm<Values>({ initialValues: valuesOf(podcast) })
  const { run, busy, problem } = useMutate({ keys, form })
  const submit = form.onSubmit(async values => {
    const { SavedPodcast } = await import('../contract.ts')
    const { id, version } = podcast
    const input = { ...values, id, version, isPrivate: values.isPrivate === 'private' }
    const wrong = schemaErrors(SavedPodcast, input)
    form.setErrors(onFields(wrong, form.getValues()))
    if (Object.keys(wrong).length > 0) return
    await run(async () => {
      const saved = await client.podcasts.update(input)
      form.setInitialValues(valuesOf(saved))
      form.setValues(valuesOf(saved))
      toast('Saved')
    })
  })
  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={!mayWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack>
          <Problem error={problem} />
          <Switch
            label="The podcast is on"
            description="While it is off, its addresses answer nobody."
            {...form.getInputProps('isOn', { type: 'checkbox' })}
          />
          <Radio.Group label="Who hears it" {...form.getInputProps('isPrivate')}>
            <Stack gap={6} mt={4}>
              <Radio value="public" label="Everyone: the public videos of this library" />
              <Radio value="private" label="Only people with its private address: every video of this library" />
            </Stack>
          </Radio.Group>
          <Cover podcast={podcast} form={form} />
          <Words form={form} />
          {mayWrite ? (
            <Group>
              <Button type="submit" loading={busy} disabled={!form.isDirty() && podcast.version > 0}>
                Save
              </Button>
            </Group>
          ) : null}
        </Stack>
      </fieldset>
    </form>
  )
}

type Form = ReturnType<typeof useForm<Values>>

const Words = ({ form }: { form: Form }) => (
  <>
    <TextInput label="Title" maxLength={120} {...form.getInputProps('title')} />
    <Textarea
      label="Description"
      description="What it is about. Apps show it under the title."
      autosize
      minRows={3}
      maxLength={4_000}
      {...form.getInputProps('description')}
    />
    <TextInput label="By" maxLength={120} {...form.getInputProps('author')} />
    <TextInput
      label="Email of the owner"
      type="email"
      description="Apple and Spotify send a code to it when you submit the podcast. Everyone can read it in the feed."
      {...form.getInputProps('ownerEmail')}
    />
    <Select
      label="Category"
      allowDeselect={false}
      data={categoryKeys.map(value => ({ value, label: categories[value].filter(Boolean).join(': ') }))}
      {...form.getInputProps('category')}
    />
    <Select
      label="Language"
      allowDeselect={false}
      searchable
      data={languages.map(value => ({ value, label: staffName(value) }))}
      {...form.getInputProps('language')}
    />
    <Checkbox
      label="It has words or subjects that are not for children"
      {...form.getInputProps('isExplicit', { type: 'checkbox' })}
    />
  </>
)

function Cover({ podcast, form }: { podcast: Podcast; form: Form }) {
  const [shown, setShown] = useState<string | null>(null)
  const act = useAct()
  const bring = (file: File) =>
    act(
      async () => {
        const answer = await fetchFile(`/storage/v1/uploads?purpose=thumbnail&name=${encodeURIComponent(file.name)}`, {
          method: 'POST',
          body: file,
        })
        form.setFieldValue('pictureId', (await answer.json()).id)
        form.clearFieldError('pictureId')
        setShown(URL.createObjectURL(file))
      },
      undefined,
      'The cover was not uploaded',
    )
  const address = shown ?? podcast.cover
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        Cover
      </Text>
      <Group align="flex-start">
        {address ? <Image src={address} alt="Cover of the podcast" w={120} h={120} radius="md" /> : null}
        <Stack gap={6} flex={1}>
          <Text size="sm" c="dimmed">
            A square JPEG or PNG picture, from 1,400 to 3,000 pixels on each side and up to 2 MB.
          </Text>
          <Group>
            <PictureFile label="Upload a cover" accept="image/jpeg,image/png" onChoose={file => void bring(file)} />
          </Group>
          {form.errors.pictureId ? (
            <Text size="sm" c="red" role="alert">
              {form.errors.pictureId}
            </Text>
          ) : null}
        </Stack>
      </Group>
    </Stack>
  )
}

function Addresses({ podcast }: { podcast: Podcast }) {
  if (!podcast.isOn)
    return (
      <Alert variant="light" color="gray" title="The podcast is off">
        {podcast.problems.length > 0 ? (
          <>
            <Text size="sm">Before apps list it:</Text>
            <List size="sm">
              {podcast.problems.map(one => (
                <List.Item key={one}>{one}</List.Item>
              ))}
            </List>
          </>
        ) : (
          <Text size="sm">
            {podcast.isPrivate
              ? 'Turn it on and save it. Then create its private address, and send it to the people who may listen.'
              : 'Turn it on and save it. Then give its address to Apple Podcasts, Spotify and other directories.'}
          </Text>
        )}
      </Alert>
    )
  return podcast.isPrivate ? <PrivateAddress podcast={podcast} /> : <PublicAddress address={podcast.address!} />
}

const PublicAddress = ({ address }: { address: string }) => (
  <Stack gap="xs">
    <Address label="Address of the feed" address={address} />
    <Text size="sm" c="dimmed">
      Submit this address once to each directory: Apple Podcasts Connect, Spotify for Creators, YouTube Studio and
      Amazon Music for Podcasters. From then on, new episodes appear there by themselves.
    </Text>
  </Stack>
)

function PrivateAddress({ podcast: { id, hasPrivateAddress } }: { podcast: Podcast }) {
  const [address, setAddress] = useState<string | null>(null)
  const act = useAct(...keys)
  const mayWrite = useMay('content.write')
  const renew = async () => {
    const isSure =
      !hasPrivateAddress ||
      (await confirm({
        title: 'Create a new private address?',
        text: 'The address that people have now stops working at once.',
        confirm: 'Create a new address',
        danger: true,
      }))
    if (isSure) await act(async () => setAddress((await client.podcasts.renewAddress({ id })).address))
  }
  return (
    <Stack gap="xs" align="stretch">
      {address ? (
        <>
          <Address label="Private address" address={address} />
          <Text size="sm" c="dimmed">
            It is shown this once. Send it to the people who may hear the podcast: they add it to their app by its
            address. Anyone who has it can listen.
          </Text>
        </>
      ) : (
        <Text size="sm">
          {hasPrivateAddress
            ? 'A private address was created. It can’t be shown again; a new one ends it.'
            : 'Nobody can hear it yet: create the private address.'}
        </Text>
      )}
      {mayWrite ? (
        <Group>
          <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => void renew()}>
            {hasPrivateAddress ? 'Create a new address' : 'Create the private address'}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

const Address = ({ label, address }: { label: string; address: string }) => (
  <Group gap="xs" align="flex-end" wrap="nowrap">
    <TextInput label={label} readOnly value={address} flex={1} onFocus={event => event.currentTarget.select()} />
    <CopyButton value={address}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.75} />}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </Group>
)

const Episodes = ({ podcast: { episodes, silent } }: { podcast: Podcast }) => (
  <Stack gap="xs">
    <Text fw={600}>{episodes === 1 ? '1 episode' : `${episodes} episodes`}</Text>
    {episodes === 0 && silent.length === 0 ? (
      <Text size="sm" c="dimmed">
        No video of this library is in the podcast yet. Upload one, or make one public.
      </Text>
    ) : null}
    {silent.length > 0 ? (
      <>
        <Text size="sm">
          These videos have no audio yet, so apps can’t play them. Open one and upload its audio under Details.
        </Text>
        <List size="sm">
          {silent.map(({ id, title }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={`/videos/${id}`}>
                {title}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </>
    ) : null}
  </Stack>
)
