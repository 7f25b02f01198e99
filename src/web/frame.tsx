import './frame.css'
import '#ui/base.css'
import { ColorSchemeScript, MantineProvider } from '@mantine/core'
import { Outlet } from 'react-router'
import '#app/modules.ts'
import { keyed } from '#kernel/modules.ts'
import { useKeepFocus } from '#ui/keep-focus.ts'
import { plugInTones } from '#ui/status-badge.tsx'
import { cssVariables, theme } from '#ui/theme.ts'
import { useNonce } from './nonce.ts'

plugInTones(of => keyed('statuses').get(of))

/** Around every screen made of the app's own pieces. */
export default function Frame() {
  useKeepFocus()
  return (
    <>
      <ColorSchemeScript defaultColorScheme="auto" nonce={useNonce()} suppressHydrationWarning />
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <section id="overlays" aria-label="Menus and dialogs" />
        <Outlet />
      </MantineProvider>
    </>
  )
}
