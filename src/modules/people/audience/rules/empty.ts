/** Nobody yet: what a screen starts from. */
export const emptyAudience = {
  everybody: false,
  segments: [] as string[],
  tags: [] as string[],
  groups: [] as string[],
  people: [] as string[],
  exclude: { segments: [] as string[], tags: [] as string[], groups: [] as string[], people: [] as string[] },
  guardians: false,
}
