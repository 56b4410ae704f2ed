import { expect, test } from 'vitest'
import { connectionNotice } from './connection-notice.ts'

test('the frame tells of the connection what matters most', () => {
  expect(connectionNotice({ isOnline: false, status: 'lost', isCatchingUp: true })).toBe('offline')
  expect(connectionNotice({ isOnline: true, status: 'lost', isCatchingUp: true })).toBe('lost')
  expect(connectionNotice({ isOnline: true, status: 'reconnecting', isCatchingUp: true })).toBe('reconnecting')
  expect(connectionNotice({ isOnline: true, status: 'live', isCatchingUp: true })).toBe('catchingUp')
  expect(connectionNotice({ isOnline: true, status: 'live', isCatchingUp: false })).toBeNull()
  expect(connectionNotice({ isOnline: true, status: 'connecting', isCatchingUp: false })).toBeNull()
})
