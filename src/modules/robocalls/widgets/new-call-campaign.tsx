import { useNavigate } from 'react-router'
import { CallWizard } from './call-wizard.tsx'

/** A new call campaign, step by step; started, it opens. */
export function NewCallCampaign({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return <CallWizard onClose={onClose} onStarted={({ id }) => void navigate(`/robocalls/${id}`)} />
}
