import { expect, it } from 'vitest'
import { wayBack, wayBackTo } from './way-back.ts'

it('keeps where the user was, over any number of detours', () => {
  expect(wayBackTo('/login', '/atendimento/1?q=a')).toBe('/login?redirect=%2Fatendimento%2F1%3Fq%3Da')
  expect(wayBackTo('/lgpd-consent', '/login?redirect=%2Fhome')).toBe('/lgpd-consent?redirect=%2Fhome')
  expect(wayBackTo('/lgpd-consent', '/login')).toBe('/lgpd-consent')
  expect(wayBackTo('/verificacao', '/lgpd-consent?redirect=%2Fcontatos')).toBe('/verificacao?redirect=%2Fcontatos')
  expect(wayBackTo('/login', '/login?redirect=%2Fhome')).toBe('/login?redirect=%2Fhome')
})

it('leads to no other site', () => {
  for (const wanted of [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ])
    expect(wayBack(wanted), wanted).toBe('/home')
  expect(wayBack('/atendimento')).toBe('/atendimento')
})
