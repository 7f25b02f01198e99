import { AppShell, Drawer } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { AccountBanner } from '#billing/widgets/account-banner.tsx'
import { GUIDE_KEY } from '#dashboard/rules.ts'
import { IncomingCalls } from '#telephony/widgets/incoming-calls.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { SupportBanner } from './support-banner.tsx'
import { TopBar } from './top-bar.tsx'

// Only for those who follow the checklist.
const Guide = lazy(() => import('#dashboard/widgets/guide.tsx').then(module => ({ default: module.Guide })))

export function Shell({ children }: { children: ReactNode }) {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'lampstand.sidebar',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [drawer, { open, close }] = useDisclosure(false)
  const { pathname } = useLocation()

  useEffect(close, [pathname])

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: collapsed ? 72 : 240, breakpoint: 'sm', collapsed: { mobile: true } }}
      layout="alt"
      padding={0}
      transitionDuration={150}
    >
      <AppShell.Header className={classes.top}>
        <a href="#main" className={classes.skip}>
          Skip to content
        </a>
        <TopBar onDrawer={open} onCollapse={() => setCollapsed(!collapsed)} collapsed={collapsed} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.side} component="aside" visibleFrom="sm">
        <Sidebar collapsed={collapsed} />
      </AppShell.Navbar>
      <Drawer
        opened={drawer}
        onClose={close}
        position="left"
        size={280}
        withCloseButton={false}
        padding={0}
        attributes={{ content: { 'aria-label': 'Menu' } }}
        hiddenFrom="sm"
        classNames={{ content: classes.drawer, body: classes.drawerBody }}
      >
        <Sidebar collapsed={false} />
      </Drawer>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <Banners isDashboard={pathname === '/dashboard'} />
        <div className={classes.page}>{children}</div>
        <IncomingCalls />
      </AppShell.Main>
    </AppShell>
  )
}

/** What stands above every screen. The dashboard has the checklist itself. */
function Banners({ isDashboard }: { isDashboard: boolean }) {
  return (
    <>
      <AccountBanner />
      <SupportBanner />
      {!isDashboard && sessionStorage.getItem(GUIDE_KEY) ? (
        <Suspense fallback={null}>
          <Guide />
        </Suspense>
      ) : null}
    </>
  )
}
