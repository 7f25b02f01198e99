import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CopiedText } from '#ui/copied-text.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { CollectingWays } from '../campaigns/contract.ts'
import type { Campaign } from './campaign-progress.tsx'

interface CollectProps {
  campaign: Campaign
  opened: boolean
  onClose: () => void
}

/** Ways to give to a campaign. */
export function CollectDialog({ campaign, opened, onClose }: CollectProps) {
  const mayWrite = useMay('giving.write')
  const { id, name, link, notCollecting } = campaign
  const { data, error } = useQuery(
    api.givingCampaigns.collect.queryOptions({ input: { id }, enabled: opened && !notCollecting }),
  )
  return (
    <Modal opened={opened} onClose={onClose} title={`Collect Donations: ${name}`}>
      <Stack>
        {notCollecting ? (
          <Alert color="yellow" title="No online gifts at the moment">
            {notCollecting}
          </Alert>
        ) : (
          <>
            <Text size="sm">Share this link in your bulletin or by email.</Text>
            <CopiedText text={link} what="Link" />
            {data ? (
              <Ways {...data} />
            ) : error ? (
              <ErrorPanel error={error} what="the QR code" />
            ) : (
              <SkeletonRows rows={3} />
            )}
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

function Ways({ qr, shortLink, embed, kiosk, text }: CollectingWays) {
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`
  return (
    <>
      <Group align="flex-start" wrap="nowrap">
        <img src={address} alt={`QR code of ${shortLink}`} width={132} height={132} />
        <Stack gap="xs">
          <Text size="sm">A QR code for bulletins and seat backs. It counts its scans.</Text>
          <Button component="a" href={address} download="giving-qr-code.svg" variant="default" size="xs">
            Download QR code
          </Button>
        </Stack>
      </Group>
      {text ? (
        <Text size="sm">
          By text: people send an amount and the keyword to your church’s number, such as <b>{text}</b>.
        </Text>
      ) : null}
      <Text size="sm">On your own site, with the thermometer:</Text>
      <CopiedText text={embed} what="Embed code" />
      <Text size="sm">On a tablet in the lobby:</Text>
      <CopiedText text={kiosk} what="Kiosk link" />
    </>
  )
}
