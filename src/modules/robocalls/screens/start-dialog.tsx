import { Modal } from '@mantine/core'
import type { CallCampaign } from '../widgets/call-campaign.ts'
import { PreflightPanel } from '../widgets/preflight-panel.tsx'

/** Checks a campaign once more, and starts it. */
export const StartDialog = ({ campaign, onClose }: { campaign: CallCampaign; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`Start ${campaign.name}`} size="lg">
    <PreflightPanel campaign={campaign} onStarted={onClose} />
  </Modal>
)
