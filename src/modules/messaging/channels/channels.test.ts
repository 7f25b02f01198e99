import { expect, test } from 'vitest'
import { type Channel, channels } from '../rules/states.ts'
import { type ChannelRules, channelRules } from './rules.ts'
import { type ChannelAdapter, channelAdapters } from './service.ts'

test('every channel has its rules and its adapter, and none is missing without a complaint of the compiler', () => {
  expect(Object.keys(channelRules).sort()).toEqual([...channels].sort())
  expect(Object.keys(channelAdapters).sort()).toEqual([...channels].sort())
  const { voice: _, ...withoutVoice } = channelAdapters
  // @ts-expect-error voice has no adapter
  const adapters: Record<Channel, ChannelAdapter> = withoutVoice
  // @ts-expect-error voice has no rules
  const rules: Record<Channel, ChannelRules> = { email: channelRules.email, sms: channelRules.sms }
  expect([Object.keys(adapters).length, Object.keys(rules).length]).toEqual([2, 2])
})
