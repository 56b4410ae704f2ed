import { describe, expect, test } from 'vitest'
import { isWebhookAddress } from './webhook-address.ts'

describe('an address that is told of events', () => {
  test.each(['https://loja.example/hooks/status', 'https://loja.example:8443/a?b=c'])('may be %s', (address) => {
    expect(isWebhookAddress(address)).toBe(true)
  })

  test.each([
    'http://loja.example/hooks',
    'loja.example/hooks',
    'https://ana:senha@loja.example/',
    'https://localhost/hooks',
    'https://erp.local/hooks',
    'https://erp.internal./hooks',
    'https://10.0.0.8/hooks',
    'https://0x7f000001/hooks',
    'https://2130706433/hooks',
    'https://[::1]/hooks',
    'https://servidor/hooks',
    'ftp://loja.example/hooks',
  ])('is not %s', (address) => {
    expect(isWebhookAddress(address)).toBe(false)
  })
})
