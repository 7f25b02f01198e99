/** Mints a token with which a program manages users. */
import { serviceToken } from '#identity/admin/service.ts'
import { days } from '#kernel/clock.ts'
import { command, Refusal } from './command.ts'

/** Throws a Refusal for a role or a number of days that can't be used. */
export function mintToken(role: string | undefined, goodFor = '30'): Promise<string> {
  if (role !== 'service_role') throw new Refusal('Usage: npm run token service_role [days]')
  if (!/^[1-9]\d{0,3}$/.test(goodFor)) throw new Refusal('Days must be a whole number from 1 to 9999.')
  return serviceToken(days(Number(goodFor)))
}

await command(import.meta, 'npm run token service_role [days]', async ({ words: [role, goodFor] }) => {
  console.log(await mintToken(role, goodFor))
})
