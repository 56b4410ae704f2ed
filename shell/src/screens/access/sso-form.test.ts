import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SsoProvider } from '../../base/contracts.ts'
import { readDomains, ssoFaults, ssoFormOf, ssoInput } from './sso-form.ts'

const provider: SsoProvider = {
  id: 'p',
  name: 'Entrada',
  issuer: 'https://idp.test',
  clientId: 'recado',
  clientSecret: { set: true, last4: 'abcd' },
  domains: ['aurora.test', 'aurora.example'],
  autoCreate: true,
  isActive: true,
}

it('reads domains however they are parted', () => {
  expect(readDomains(' Aurora.test, @aurora.example;\naurora.test ')).toEqual(['aurora.test', 'aurora.example'])
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.domain().map((name) => name.toLowerCase()),
        { minLength: 1, maxLength: 5 },
      ),
      fc.constantFrom(', ', '\n', ' ; '),
      (domains, between) => {
        expect(readDomains(domains.join(between))).toEqual(domains)
      },
    ),
  )
})

it('names what is missing at its field', () => {
  expect(ssoFaults(ssoFormOf(undefined), undefined)).toEqual({
    name: 'required',
    issuer: 'issuerWrong',
    clientId: 'required',
    clientSecret: 'required',
    domains: 'domainsWrong',
  })
  expect(ssoFaults({ ...ssoFormOf(provider), domains: 'aurora' }, provider)).toEqual({ domains: 'domainsWrong' })
})

it('keeps the secret for the same issuer, and asks for it with another', () => {
  expect(ssoFaults(ssoFormOf(provider), provider)).toEqual({})
  expect(ssoFaults({ ...ssoFormOf(provider), issuer: 'https://other.test' }, provider)).toEqual({
    clientSecret: 'secretAgain',
  })
  expect(ssoInput(ssoFormOf(provider))).not.toHaveProperty('clientSecret')
  expect(ssoInput({ ...ssoFormOf(provider), clientSecret: 's' })).toMatchObject({
    clientSecret: 's',
    domains: provider.domains,
  })
})
