import '@puckeditor/core/no-external.css'
import { ActionIcon, Group, ScrollArea, SegmentedControl, Tabs, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Puck } from '@puckeditor/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { api } from '#web/api.ts'
import type { Tree } from '../rules/blocks.ts'
import { type Live, nothingLive } from '../rules/live.ts'
import { fromCanvas, toCanvas } from '../rules/plugged.ts'
import { type Breakpoint, previewWidths } from '../rules/style.ts'
import { BlockPanel } from './block-panel.tsx'
import { Outline } from './outline.tsx'
import classes from './pages.module.css'
import { Palette } from './palette.tsx'
import { puckConfig } from './puck-config.tsx'
import { usePuck } from './use-blocks.ts'
import type { PageDraft, SitePage } from './use-page-draft.ts'

/** The canvas with its palette and its panel. */
export default function Editor({ page, draft }: { page: SitePage; draft: PageDraft }) {
  const [breakpoint, setBreakpoint] = useState<Breakpoint>('base')
  const live = useQuery(
    api.pages.live.queryOptions({ input: { id: page.id }, meta: { live: ['pages', 'forms', 'videos'] } }),
  )
  const metadata = useMemo(
    () => ({ live: { ...nothingLive, ...(live.data as Partial<Live> | undefined) } }),
    [live.data],
  )
  const { words } = draft
  return (
    <Puck
      key={draft.round}
      config={puckConfig}
      data={{ root: {}, content: toCanvas(words.draft.content) as never }}
      metadata={metadata}
      iframe={{ enabled: true, waitForStyles: false }}
      overrides={overrides}
      onChange={({ content }) => {
        const next: Tree = { ...words.draft, content: fromCanvas(content) }
        if (JSON.stringify(next) !== JSON.stringify(words.draft)) draft.set({ draft: next })
      }}
    >
      <Bar breakpoint={breakpoint} onBreakpoint={setBreakpoint} />
      <div className={classes.editor}>
        <ScrollArea className={classes.side}>
          <Tabs defaultValue="blocks" keepMounted={false}>
            <Tabs.List grow mb="xs">
              <Tabs.Tab value="blocks">Blocks</Tabs.Tab>
              <Tabs.Tab value="outline">Outline</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="blocks">
              <Palette />
            </Tabs.Panel>
            <Tabs.Panel value="outline">
              <Outline />
            </Tabs.Panel>
          </Tabs>
        </ScrollArea>
        <Stage breakpoint={breakpoint} />
        <section className={classes.side} aria-label="Properties">
          <BlockPanel breakpoint={breakpoint} />
        </section>
      </div>
    </Puck>
  )
}

const widths = [
  { value: 'base', label: 'Desktop', icon: IconDeviceDesktop },
  { value: 'tablet', label: 'Tablet', icon: IconDeviceTablet },
  { value: 'mobile', label: 'Mobile', icon: IconDeviceMobile },
] as const

function Bar({ breakpoint, onBreakpoint }: { breakpoint: Breakpoint; onBreakpoint: (next: Breakpoint) => void }) {
  const { back, forward, hasPast, hasFuture } = usePuck(puck => puck.history)
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      <SegmentedControl
        size="xs"
        aria-label="Width"
        value={breakpoint}
        onChange={next => onBreakpoint(next as Breakpoint)}
        data={widths.map(({ value, label, icon: Icon }) => ({
          value,
          label: (
            <Group gap={6} wrap="nowrap">
              <Icon size={16} stroke={1.75} aria-hidden />
              {label}
            </Group>
          ),
        }))}
      />
      <Group gap={4}>
        <Tooltip label="Undo">
          <ActionIcon variant="subtle" color="gray" aria-label="Undo" disabled={!hasPast} onClick={() => back()}>
            <IconArrowBackUp size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Redo">
          <ActionIcon variant="subtle" color="gray" aria-label="Redo" disabled={!hasFuture} onClick={() => forward()}>
            <IconArrowForwardUp size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  )
}

/** The page in the width of the chosen device; where there is less room, it is shown smaller. */
function Stage({ breakpoint }: { breakpoint: Breakpoint }) {
  const { ref, width: room, height } = useElementSize()
  const width = previewWidths[breakpoint]
  const scale = room > 0 ? Math.min(1, room / width) : 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section ref={ref} className={classes.stage} aria-label="Canvas" tabIndex={0}>
      <div
        className={`${classes.canvas} ${classes.scaled}`}
        style={{
          width,
          height: scale > 0 ? Math.max(height, 420) / scale : undefined,
          transform: scale < 1 ? `scale(${scale})` : undefined,
          marginInlineStart: scale < 1 ? 0 : undefined,
        }}
      >
        <Puck.Preview />
      </div>
    </section>
  )
}

const overrides = { iframe: Frame }

/** The canvas is for the mouse: its draggable pieces are no buttons within buttons. Keys and screen readers have the outline. */
function calm(inside: Document): void {
  for (const piece of inside.querySelectorAll('[data-puck-component][role]')) {
    for (const name of [
      'role',
      'tabindex',
      'aria-roledescription',
      'aria-describedby',
      'aria-pressed',
      'aria-grabbed',
      'aria-disabled',
    ])
      piece.removeAttribute(name)
  }
}

/** Inside the canvas: the style sheets of the published page. */
function Frame({ children, document: inside }: { children: ReactNode; document?: Document }) {
  useEffect(() => {
    if (!inside || inside.querySelector('link[data-site]')) return
    inside.body.dataset.layout = 'site'
    inside.defaultView?.frameElement?.setAttribute('title', 'Canvas')
    for (const href of ['/page.css', '/site.css']) {
      const link = inside.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      link.dataset.site = ''
      inside.head.append(link)
    }
    const style = inside.createElement('style')
    style.textContent =
      'body[data-layout]{font:inherit;line-height:inherit;color:var(--page-ink);background:var(--page)}.button,a{pointer-events:none}'
    inside.head.append(style)
    const seen = new MutationObserver(() => calm(inside))
    seen.observe(inside.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['role'] })
    calm(inside)
    return () => seen.disconnect()
  }, [inside])
  return <>{children}</>
}
