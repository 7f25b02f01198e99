import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { CopiedText } from '#ui/copied-text.tsx'
import { useMay } from '#web/me.tsx'
import type { Campaign } from './campaign-cards.tsx'

const embedOf = ({ link, name }: Campaign) =>
  `<iframe src="${link}?embed=1" title="${name.replaceAll('"', '&quot;')}" width="100%" height="900" style="border:0"></iframe>`

interface CollectProps {
  campaign: Campaign
  opened: boolean
  onClose: () => void
}

/** Ways to give to a campaign. */
export function CollectDialog({ campaign, opened, onClose }: CollectProps) {
  const mayWrite = useMay('giving.write')
  const { id, name, link, notCollecting } = campaign
  return (
    <Modal opened={opened} onClose={onClose} title={`Collect Donations: ${name}`}>
      <Stack>
        {notCollecting ? (
          <Alert color="yellow" title="No online gifts at the moment">
            {notCollecting}
          </Alert>
        ) : (
          <>
            <Text size="sm">Share this link in your bulletin, by email or as a QR code.</Text>
            <CopiedText text={link} what="Link" />
            <Text size="sm">Or put the page on your own site:</Text>
            <CopiedText text={embedOf(campaign)} what="Embed code" />
          </>
        )}
        {mayWrite ? (
          <Button
            component={Link}
            to={`/donations?tab=donors&record=new&for=${id}`}
            variant={notCollecting ? 'filled' : 'default'}
            onClick={onClose}
          >
            Enter a gift now
          </Button>
        ) : null}
      </Stack>
    </Modal>
  )
}
