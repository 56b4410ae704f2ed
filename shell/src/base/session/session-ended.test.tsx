import { toastQueue } from '@recado/sdk/ui'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyLogin } from '../../testing/samples.ts'
import { consentMissing, session, sessionEnded } from './services.ts'

beforeEach(() => {
  vi.useFakeTimers()
  session.begin(anyLogin())
  location.hash = '/atendimento/1'
})
afterEach(() => {
  vi.useRealTimers()
  session.end()
  location.hash = ''
})

describe('a session that is over', () => {
  it('S4-123 S4-124 S8-007 S8-008 S8-009 S9-010 clears the storage, says so, and goes to the login after two seconds', () => {
    sessionEnded('ERR_SESSION_OTHER_DEVICE')
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('usuario')).toBeNull()
    expect(toastQueue.shown().map(({ content }) => content)).toEqual(['ERR_SESSION_OTHER_DEVICE'])
    vi.advanceTimersByTime(1_999)
    expect(location.hash).toBe('#/atendimento/1')
    vi.advanceTimersByTime(1)
    expect(location.hash).toBe('#/login?redirect=%2Fatendimento%2F1')
  })

  it('leaves who signed in again meanwhile where they are', () => {
    sessionEnded('ERR_SESSION_ENDED')
    session.begin(anyLogin())
    vi.advanceTimersByTime(5_000)
    expect(location.hash).toBe('#/atendimento/1')
  })

  it('says nothing to who is signing out', () => {
    session.leave()
    sessionEnded('ERR_SESSION_ENDED')
    expect(localStorage.getItem('token')).toBeNull()
    expect(toastQueue.shown()).toEqual([])
  })
})

it('S4-125 S3-082 a notice that waits for an answer is kept in usuario and leads to its page, with the way back', () => {
  session.updateUser({ lgpdAccepted: true })
  consentMissing()
  consentMissing()
  expect(JSON.parse(localStorage.getItem('usuario')!)).toMatchObject({ lgpdAccepted: false })
  expect(location.hash).toBe('#/lgpd-consent?redirect=%2Fatendimento%2F1')
  expect(session.current()).not.toBeNull()
})
