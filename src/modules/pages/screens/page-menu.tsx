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
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
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
  const navigate = useNavigate()
  const act = useAct(api.pages.key())
  const [mayWrite, mayPublish] = [useMay('content.write'), useMay('content.publish')]
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
    await act(
      async () => void ({ id: made } = await client.pages.duplicate({ id })),
      'Copied',
      'The page was not copied',
    )
    if (made) navigate(`/page-builder/${made}`)
  }
  async function remove() {
    const text = page.isLive
      ? 'Visitors who follow a link to it read kindly that it is gone. You can restore it for 30 days.'
      : 'You can restore it for 30 days.'
    if (!(await confirm({ title: `Delete ${name}?`, text, confirm: 'Delete this page', danger: true }))) return
    if (!(await act(() => client.pages.remove({ id }), undefined, 'The page was not deleted'))) return
    navigate('/page-builder')
    toast(`${name} moved to the trash`, async () => {
      await client.pages.restore({ id })
      navigate(`/page-builder/${id}`)
    })
  }
  const item = (label: string, icon: ReactNode, onClick: () => void, isShown = mayWrite) =>
    isShown ? (
      <Menu.Item leftSection={icon} onClick={onClick}>
        {label}
      </Menu.Item>
    ) : null
  const icon = { size: 16, stroke: 1.75 }
  return (
    <>
      {item('View page', <IconExternalLink {...icon} />, () => window.open(page.url, '_blank'), page.isLive)}
      {item('Settings and SEO', <IconSettings {...icon} />, () => open('settings'))}
      {item('Second language', <IconLanguage {...icon} />, () => open('translate'))}
      {item('Versions', <IconHistory {...icon} />, () => open('versions'))}
      {item('Schedule', <IconCalendarTime {...icon} />, () => open('schedule'), mayPublish)}
      {item(
        'Make it the home page',
        <IconHome {...icon} />,
        () => void change({ isHome: true }, `${name} is the home page`),
        mayWrite && !page.isHome,
      )}
      {page.menuRank === null
        ? item(
            'Add to the navigation',
            <IconMenu2 {...icon} />,
            () => void change({ menuRank: 100 }, 'Added to the navigation'),
          )
        : item(
            'Take out of the navigation',
            <IconMenu2 {...icon} />,
            () => void change({ menuRank: null }, 'Taken out of the navigation'),
          )}
      {item('Duplicate', <IconCopy {...icon} />, () => void copy())}
      {item(
        'Unpublish',
        <IconEyeOff {...icon} />,
        () => void act(async () => draft.accept(await client.pages.unpublish({ id })), 'Visitors no longer see it'),
        page.isLive && mayPublish,
      )}
      {mayWrite ? (
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      ) : null}
    </>
  )
}
