import { beforeEach, expect, it } from 'vitest'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { anyLogin } from '../../testing/samples.ts'
import { SessionStore } from './session.ts'

const storage = new MemoryStorage()
beforeEach(() => storage.clear())

it('S3-082 keeps the session under the keys of the specification, who is signed in without the token', () => {
  const session = new SessionStore(storage)
  session.begin(anyLogin())
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).sort()
  expect(keys).toEqual(['profile', 'sessionId', 'token', 'userId', 'usuario'])
  expect(JSON.parse(storage.getItem('usuario')!)).toMatchObject({ userId: anyLogin().userId, lgpdAccepted: false })
  expect(storage.getItem('usuario')).not.toContain('token')
})

it('S3-082 lgpdAccepted is what the server last let be known, also after a reload', () => {
  new SessionStore(storage).begin(anyLogin())
  const session = new SessionStore(storage)
  session.updateUser({ lgpdAccepted: true })
  expect(new SessionStore(storage).current()?.user.lgpdAccepted).toBe(true)
})
