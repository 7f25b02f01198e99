import { Modal } from '@mantine/core'
import { PreflightPanel } from '../widgets/preflight-panel.tsx'
import type { CallCampaign } from '../widgets/use-call-draft.ts'

/** Checks a campaign once more, and starts it. */
export const StartDialog = ({ campaign, onClose }: { campaign: CallCampaign; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`Start ${campaign.name}`} size="lg">
    <PreflightPanel campaign={campaign} onStarted={onClose} />
  </Modal>
)
