import type { client } from '#web/api.ts'

/** A call campaign as the API returns it. */
export type CallCampaign = Awaited<ReturnType<typeof client.robocalls.get>>
export type CallPreflight = Awaited<ReturnType<typeof client.robocalls.preflight>>
