export function NewCallCampaign() {
  return null
}
