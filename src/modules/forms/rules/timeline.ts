/** Where what someone sent with a form is read. */
export const submissionHref = ({ formId, submissionId }: Record<string, unknown>): string | null =>
  formId && submissionId ? `/dashboard/forms/${formId}?view=submissions&submission=${submissionId}` : null
