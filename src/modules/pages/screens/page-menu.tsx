import { Menu } from '@mantine/core'
import {
  IconCalendarTime,
  IconCopy,
  IconExternalLink,
  IconEyeOff,
  IconHistory,
  IconHome,
  IconLanguage,
  IconMenu2,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { usesText } from '#public-page/rules/uses.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { PagePanel } from './page.tsx'
import type { PageDraft, SitePage } from './use-page-draft.ts'

interface PageMenuProps {
  page: SitePage
  draft: PageDraft
  open: (panel: PagePanel) => void
}
export function PageMenu({ page, draft, open }: PageMenuProps) {
  const { change, copy, remove, unpublish } = useVerbs(page, draft)
  const [mayWrite, mayPublish] = [useMay('content.write'), useMay('content.publish')]
  const { name, isLive, isHome, menuRank } = page
  const isInMenu = menuRank !== null
  const entries: [string, typeof IconCopy, () => unknown, boolean][] = [
    ['View page', IconExternalLink, () => window.open(page.address, '_blank'), isLive],
    ['Settings and SEO', IconSettings, () => open('settings'), mayWrite],
    ['Second language', IconLanguage, () => open('translate'), mayWrite],
    ['Versions', IconHistory, () => open('versions'), mayWrite],
    ['Schedule', IconCalendarTime, () => open('schedule'), mayPublish],
    [
      'Make it the home page',
      IconHome,
      () => change({ isHome: true }, `${name} is the home page`),
      mayWrite && !isHome,
    ],
    [
      'Add to the navigation',
      IconMenu2,
      () => change({ menuRank: 100 }, 'Added to the navigation'),
      mayWrite && !isInMenu,
    ],
    [
      'Remove from the navigation',
      IconMenu2,
      () => change({ menuRank: null }, 'Removed from the navigation'),
      mayWrite && isInMenu,
    ],
    ['Duplicate', IconCopy, copy, mayWrite],
    ['Unpublish', IconEyeOff, unpublish, isLive && mayPublish],
  ]
  return (
    <>
      {entries
        .filter(([, , , isShown]) => isShown)
        .map(([label, Icon, onClick]) => (
          <Menu.Item key={label} leftSection={<Icon size={16} stroke={1.75} />} onClick={() => void onClick()}>
            {label}
          </Menu.Item>
        ))}
      {mayWrite ? (
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      ) : null}
    </>
  )
}

function useVerbs(page: SitePage, draft: PageDraft) {
  const navigate = useNavigate()
  const act = useAct(api.pages.key())
  const { id, name } = page
  const change = (changes: { isHome?: boolean; menuRank?: number | null }, done: string) =>
    act(
      async () => {
        await draft.flush()
        draft.accept(await client.pages.update({ id, version: draft.version(), ...changes }))
      },
      done,
      'It was not changed',
    )
  async function copy() {
    let made = ''
    await draft.flush()
    const duplicate = async () => void ({ id: made } = await client.pages.duplicate({ id }))
    await act(duplicate, 'Copied', 'The page was not copied')
    if (made) navigate(`/page-builder/${made}`)
  }
  async function remove() {
    const { items } = await client.pages.uses({ id })
    const told = page.isLive ? 'Visitors who follow a link to it read that it is gone. ' : ''
    const text = `${usesText(items)}${told}You can restore it for 30 days.`
    if (!(await confirm({ title: `Delete ${name}?`, text, confirm: 'Delete this page', danger: true }))) return
    if (!(await act(() => client.pages.remove({ id }), undefined, 'The page was not deleted'))) return
    navigate('/page-builder')
    toast(`${name} moved to the trash`, async () => {
      await client.pages.restore({ id })
      navigate(`/page-builder/${id}`)
    })
  }
  async function unpublish() {
    const { items } = await client.pages.uses({ id })
    const question = { title: `Unpublish ${name}?`, text: usesText(items), confirm: 'Unpublish' }
    if (items.length > 0 && !(await confirm(question))) return
    await act(async () => draft.accept(await client.pages.unpublish({ id })), 'Visitors no longer see it')
  }
  return { change, copy, remove, unpublish }
}
