import { ChannelError } from '@recado/contracts'
import { expect, test } from 'vitest'
import { failedCheck } from './failed-check.ts'

test('names the step that broke, and lets faults through', () => {
  const error = (kind: 'auth' | 'network') => new ChannelError({ kind, code: 'x', message: 'x', certain: true })
  expect([failedCheck(error('auth')).step, failedCheck(error('network')).step]).toEqual(['token', 'reach'])
  expect(() => failedCheck(new TypeError('a fault'))).toThrow(TypeError)
})
