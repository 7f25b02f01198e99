import { clock, minutes } from '#kernel/clock.ts'
import type { Carrier } from '../../index.ts'
import { CarrierRefused } from '../../rules/errors.ts'
import { immediate, passTime, wake } from '../callbacks/service.ts'
import { type Call, CLIENT } from '../rules.ts'
import { answer, finish } from '../steps/service.ts'
import { having, inSandbox, keep, newSid, take, tell } from '../store/service.ts'

const happen = async () => (immediate ? passTime() : wake())

/** Browsers that call and ring without any sound; everything else goes as with a phone. */
export const browserCalls = (account: string) =>
  ({
    browserApp: async () => `AP${account.slice(2)}`,
    browserToken: async () => ({ token: '', expiresAt: new Date(clock.ms() + minutes(10)) }),
    async browserCalls({ identity, params, voiceUrl, statusUrl }) {
      const sid = newSid('CA')
      const from = `${CLIENT}${identity}`
      const call: Call = {
        from,
        to: '',
        direction: 'inbound',
        state: 'ringing',
        statusUrl,
        twiml: '',
        next: null,
        startedAt: clock.ms(),
        answeredAt: null,
        endedAt: null,
        recordingUrl: null,
        actionUrl: null,
        sequence: 0,
      }
      await inSandbox(async db => {
        await keep(db, 'call', { sid, account, data: call })
        const told = { CallSid: sid, From: from, To: '', Direction: 'inbound', CallStatus: 'ringing', ...params }
        await tell(db, account, voiceUrl, told, { callSid: sid })
      })
      await happen()
    },
    async browserPicks(sid, identity, what) {
      await inSandbox(async db => {
        const rings = (await having(db, 'call', account, sid)).find(
          one => one.data.to === `${CLIENT}${identity}` && !one.data.answeredAt && !one.data.endedAt,
        )
        const call = rings && (await take(db, 'call', rings.sid))
        if (!call) throw new CarrierRefused('No longer ringing', '20404')
        await (what === 'answer' ? answer(db, call) : finish(db, call, 'busy'))
      })
      await happen()
    },
  }) satisfies Partial<Carrier>
