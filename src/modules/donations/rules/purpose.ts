/** What a part of a gift is for, in the words of its giver: a campaign by its name, with the fund where the church has set it apart. */
export const purposeOf = ({
  fund,
  campaign,
  isDefault,
}: {
  fund: string
  campaign: string | null
  isDefault: boolean
}) => (campaign ? (isDefault || fund === campaign ? campaign : `${campaign} (${fund})`) : fund)
