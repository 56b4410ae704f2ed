import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentAddress } from './client-documents.ts'

test.each([
  ['https://inspector.example/client.json', true],
  ['https://inspector.example:8443/oauth/client', true],
  ['https://inspector.example/', false],
  ['https://inspector.example', false],
  ['http://inspector.example/client.json', false],
  ['https://inspector.example/a/../client.json', false],
  ['https://inspector.example/client.json?x=1', false],
  ['https://inspector.example/client.json#x', false],
  ['https://ana:senha@inspector.example/client.json', false],
  ['https://INSPECTOR.example/client.json', false],
  [`https://inspector.example/${'x'.repeat(400)}`, false],
  ['rcc_e30.AAAA', false],
])('%s is the address of a document: %j', (id, isOne) => {
  expect(documentAddress(id) !== undefined).toBe(isOne)
})

test('whatever an id is, nothing but https is fetched for it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' })), (id) => {
      const address = documentAddress(id)
      if (address) expect([address.protocol, address.href]).toEqual(['https:', id])
    }),
  )
})
