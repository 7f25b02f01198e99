import { Alert, Anchor, Button, Group, Menu, Tabs, Text } from '@mantine/core'
import { IconCopy, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { ownName } from '#public-page/rules/languages.ts'
import { usesText } from '#public-page/rules/uses.ts'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { mainOf } from '../rules/languages.ts'
import { missing, missingSentence } from '../rules/translating.ts'
import { Analytics } from './analytics.tsx'
import { Builder } from './builder.tsx'
import { FormState } from './forms.tsx'
import { HandlingFields } from './handling.tsx'
import { Languages } from './languages.tsx'
import { Share } from './share.tsx'
import { Submissions } from './submissions.tsx'
import { Unfinished } from './unfinished.tsx'
import { type Form, type FormDraft, useFormDraft } from './use-form-draft.ts'

export const meta = () => titled('Form')

const back = (
  <Anchor component={Link} to="/dashboard/forms">
    All forms
  </Anchor>
)

/** One form: built, handled, shared, and what came in. */
export default function FormScreen() {
  const { id = '' } = useParams()
  const form = useQuery(api.forms.get.queryOptions({ input: { id } }))
  if (form.error && !form.data)
    return (
      <>
        <PageHeader title="Form" purpose={back} />
        <ErrorPanel error={form.error} what="this form" onRetry={() => void form.refetch()} />
      </>
    )
  if (!form.data)
    return (
      <>
        <PageHeader title="Form" purpose={back} />
        <SkeletonRows rows={8} />
      </>
    )
  return <Whole key={form.data.id} form={form.data} />
}

/** Head and sections of a form; each section has an address. */
function Whole({ form }: { form: Form }) {
  const draft = useFormDraft(form)
  const state = <FormState form={draft.saved ? form : { ...form, fresh: false }} />
  return (
    <>
      <PageHeader
        title={draft.words.name}
        purpose={
          <Group component="span" gap="xs">
            {back}
            <Group component="span" gap="xs" hiddenFrom="sm">
              <SaveState state={draft} />
              {state}
            </Group>
          </Group>
        }
        action={<Publish form={form} draft={draft} />}
        menu={<MenuItems form={form} draft={draft} />}
      >
        <Group gap="xs" visibleFrom="sm">
          <SaveState state={draft} />
          {state}
        </Group>
      </PageHeader>
      {draft.conflict ? <Conflict draft={draft} /> : null}
      <Views form={form} draft={draft} />
    </>
  )
}

/** On a phone the row of tabs is wider than the screen: the chosen one is brought to its middle. */
function useChosenInView(view: string) {
  const tabs = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [row, chosen] = [tabs.current, tabs.current?.querySelector<HTMLElement>(`[role=tab][id$="-${view}"]`)]
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.clientWidth) / 2
  }, [view])
  return tabs
}

function Views({ form, draft }: { form: Form; draft: FormDraft }) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayRead = useMay('people.read')
  const views = {
    build: { label: 'Build', shown: true, content: <Builder form={form} draft={draft} /> },
    languages: { label: 'Languages', shown: true, content: <Languages form={form} draft={draft} /> },
    handling: { label: 'What happens next', shown: true, content: <HandlingFields draft={draft} /> },
    share: { label: 'Share', shown: true, content: <Share form={form} /> },
    submissions: {
      label: form.submissions > 0 ? `Submissions (${form.submissions})` : 'Submissions',
      shown: mayRead,
      content: <Submissions form={form} />,
    },
    unfinished: {
      label: form.unfinished > 0 ? `Not finished (${form.unfinished})` : 'Not finished',
      shown: mayRead && (Boolean(form.draft.keep) || form.unfinished > 0),
      content: <Unfinished form={form} />,
    },
    analytics: { label: 'Analytics', shown: true, content: <Analytics form={form} /> },
  }
  const shown = Object.entries(views).filter(([, view]) => view.shown)
  const asked = params.get('view') ?? ''
  const view = shown.some(([name]) => name === asked) ? asked : 'build'
  const tabs = useChosenInView(view)
  return (
    <Tabs
      value={view}
      onChange={value => change({ view: value === 'build' ? null : value, submission: null })}
      keepMounted={false}
    >
      <Tabs.List ref={tabs} mb="md">
        {shown.map(([name, { label }]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(([name, { content }]) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const Conflict = ({ draft }: { draft: FormDraft }) => (
  <Alert color="yellow" role="alert" mb="md" title="Someone else changed this form while you were building">
    <Text size="sm" mb="xs">
      Nothing was overwritten. Use the saved version, or save yours over it.
    </Text>
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => void draft.settle(false)}>
        Use their version
      </Button>
      <Button size="xs" onClick={() => void draft.settle(true)}>
        Save my version
      </Button>
    </Group>
  </Alert>
)

/** What is not translated is shown as it is; the member who publishes should know. */
async function complete({ words: { draft, handling } }: FormDraft): Promise<boolean> {
  const gaps = missing(draft, handling).filter(({ count }) => count > 0)
  if (gaps.length === 0) return true
  const named = gaps.map(({ language, count }) => `${ownName(language)}: ${missingSentence(count)}.`).join(' ')
  return confirm({
    title: 'Publish before everything is translated?',
    text: `${named} Until then, visitors see these in ${ownName(mainOf(draft))}.`,
    confirm: 'Publish anyway',
  })
}

function Publish({ form, draft }: { form: Form; draft: FormDraft }) {
  const may = useMay('content.publish')
  const act = useAct(api.forms.key())
  if (!may || (form.live && form.fresh && draft.saved)) return null
  async function publish() {
    if (!(await complete(draft))) return
    if (!(await draft.flush())) return toastError(new Error('Please fix the marked fields first.'), 'Not published')
    const again = form.live
    await act(
      async () => draft.accept(await client.forms.publish({ id: form.id, version: draft.version() })),
      again ? 'New version published' : 'Form published',
      'The form was not published',
    )
  }
  return <Button onClick={() => void publish()}>{form.live ? 'Publish changes' : 'Publish'}</Button>
}

function MenuItems({ form, draft }: { form: Form; draft: FormDraft }) {
  const navigate = useNavigate()
  const act = useAct(api.forms.key())
  const [mayWrite, mayPublish] = [useMay('content.write'), useMay('content.publish')]
  const { id, name } = form
  async function copy() {
    let made = ''
    await draft.flush()
    const duplicate = async () => void ({ id: made } = await client.forms.duplicate({ id }))
    await act(duplicate, 'Copied', 'The form was not copied')
    if (made) navigate(`/dashboard/forms/${made}`)
  }
  async function remove() {
    const { items } = await client.forms.uses({ id })
    const agreed = await confirm({
      title: `Delete ${name}?`,
      text: `${usesText(items)}Its page closes, and ${form.submissions === 1 ? '1 submission is deleted' : `${form.submissions} submissions are deleted`} too. The people stay. You can restore it for 30 days.`,
      confirm: 'Delete this form',
      danger: true,
    })
    if (!agreed) return
    const done = await act(() => client.forms.remove({ id }), undefined, 'The form was not deleted')
    if (!done) return
    navigate('/dashboard/forms')
    toast(`${name} moved to the trash`, async () => {
      await client.forms.restore({ id })
      navigate(`/dashboard/forms/${id}`)
    })
  }
  if (!mayWrite) return null
  return (
    <>
      <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => void copy()}>
        Duplicate
      </Menu.Item>
      {form.live && mayPublish ? (
        <Menu.Item
          leftSection={<IconEyeOff size={16} stroke={1.75} />}
          onClick={() => void act(async () => draft.accept(await client.forms.unpublish({ id })), 'Form closed')}
        >
          Unpublish
        </Menu.Item>
      ) : null}
      <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => void remove()}>
        Delete
      </Menu.Item>
    </>
  )
}
