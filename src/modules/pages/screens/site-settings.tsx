import { Anchor, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { titled } from '#web/title.ts'
import { DomainsPanel } from '#web-domains/widgets/domains-panel.tsx'
import { Redirects } from './redirects.tsx'
import { SiteMenu } from './site-menu.tsx'

export const meta = () => titled('Site settings')

/** What all pages of the site have in common. */
export default function SiteSettings() {
  return (
    <>
      <Anchor component={Link} to="/page-builder" size="sm">
        ← Page Builder
      </Anchor>
      <PageHeader
        title="Site settings"
        purpose="The navigation, the domains and the redirects of your church’s site."
      />
      <Stack>
        <SiteMenu />
        <DomainsPanel />
        <Redirects />
      </Stack>
    </>
  )
}
