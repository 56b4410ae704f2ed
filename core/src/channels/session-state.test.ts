import { connectionStatuses, type ConnectionStatus, type SessionState } from '@recado/contracts'
import { expect, test } from 'vitest'
import { connectionStateOf } from './session-state.ts'

const states: readonly (readonly [SessionState, ConnectionStatus, string | null])[] = [
  [{ state: 'needsAction', reason: 'login' }, 'pairing', null],
  [{ state: 'needsAction', reason: 'login', qr: 'code' }, 'qrcode', null],
  [{ state: 'connected', identity: '@loja' }, 'connected', null],
  [{ state: 'needsAction', reason: 'relogin' }, 'disconnected', null],
  [{ state: 'failed', code: 'X', message: 'gone' }, 'disconnected', 'gone'],
  [{ state: 'degraded', code: 'X', message: 'away' }, 'disconnected', 'away'],
  [{ state: 'degraded', code: 'TIMEOUT', message: 'slow' }, 'timeout', 'slow'],
  [{ state: 'stopped' }, 'inactive', null],
  [{ state: 'needsAction', reason: 'conflict' }, 'conflict', null],
  [{ state: 'needsAction', reason: 'passkey', code: 'PASSKEY' }, 'passkey', null],
  [{ state: 'needsAction', reason: 'login', pairingCode: 'ABCD1234' }, 'qrcode', null],
  [{ state: 'starting' }, 'connecting', null],
]

test.for(states)(
  'S4-058 S4-059 S4-062 S4-063 S4-064 a session that says %o is shown as %s',
  ([state, status, detail]) => {
    expect(connectionStateOf(state)).toMatchObject({ status, detail })
  },
)

test('every status of the product is reached, and only a code to scan and a name travel with one', () => {
  expect(new Set(states.map(([, status]) => status))).toEqual(new Set(connectionStatuses))
  expect(connectionStateOf({ state: 'needsAction', reason: 'login', qr: 'code' })).toMatchObject({
    qrcode: 'code',
    identity: undefined,
  })
  expect(connectionStateOf({ state: 'connected', identity: '@loja' })).toMatchObject({
    qrcode: null,
    identity: '@loja',
  })
})
