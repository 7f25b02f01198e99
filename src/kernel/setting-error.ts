/**
 * A setting, or what it leads to, can't be used. The message is one sentence for the operator,
 * without secrets; the launcher prints it alone and ends.
 */
export class SettingError extends Error {
  override name = 'SettingError'
}
