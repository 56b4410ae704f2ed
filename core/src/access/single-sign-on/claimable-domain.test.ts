import { describe, expect, test } from 'vitest'
import { requireClaimable } from './claimable-domain.ts'

describe('a domain that a company claims', () => {
  test.each(['duna.com.br', 'mail.duna.com.br', 'duna.test', 'xn--so-paulo-1za.com.br', 'bbc.co.uk'])(
    '%s can be its own',
    async (domain) => {
      await expect(requireClaimable([domain])).resolves.toBeUndefined()
    },
  )

  test.each([
    'com',
    'com.br',
    'co.uk',
    'github.io',
    'gmail.com',
    'hotmail.com',
    'uol.com.br',
    'bol.com.br',
    'mail.ru',
    'icloud.com',
  ])('%s is nobody’s alone', async (domain) => {
    await expect(requireClaimable(['duna.com.br', domain])).rejects.toMatchObject({
      code: 'ERR_SSO_DOMAIN_PUBLIC',
      facts: { detail: domain },
    })
  })
})
