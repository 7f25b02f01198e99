export const contactKinds = ['email', 'phone'] as const
export const genders = ['female', 'male', 'other'] as const
export const maritalStatuses = ['single', 'engaged', 'married', 'separated', 'divorced', 'widowed'] as const
export const householdRoles = ['adult', 'child', 'other'] as const
export const noteVisibilities = ['staff', 'pastoral'] as const
export const contactLabels = ['home', 'work', 'mobile', 'other'] as const
