export const contactKinds = ['email', 'phone'] as const
export const genders = ['female', 'male', 'other'] as const
export const maritalStatuses = ['single', 'engaged', 'married', 'separated', 'divorced', 'widowed'] as const
export const householdRoles = ['adult', 'child', 'other'] as const
export const noteVisibilities = ['staff', 'pastoral'] as const
export const contactLabels = ['home', 'work', 'mobile', 'other'] as const
/** Fields that a workflow may change, and what they are called. */
export const workflowFields = {
  campus: 'Campus',
  membershipStatus: 'Membership',
  gender: 'Gender',
  maritalStatus: 'Marital status',
} as const
/** Fields whose change may start a workflow. */
export const changedFields = {
  ...workflowFields,
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Birthday',
  anniversary: 'Anniversary',
  assignedTo: 'Assigned member',
} as const
