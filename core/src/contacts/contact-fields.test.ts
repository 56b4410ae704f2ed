import { Refusal, type ContactChange } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contactColumns } from './contact-fields.ts'
import { withoutMasks } from './contact-masks.ts'

const today = '2026-11-22'
const columns = (given: ContactChange) => contactColumns(given, today)
/** The fields that were refused. */
const refused = (given: ContactChange): string[] => {
  try {
    columns(given)
    return []
  } catch (error) {
    return Refusal.is(error) ? (error.facts.issues ?? []).map(({ path }) => path) : [String(error)]
  }
}

describe('fields of a contact', () => {
  it('are kept in one form each', () => {
    expect(
      columns({
        number: '55 (11) 8123-4567',
        email: ' Ana@Casa.com ',
        document: '529.982.247-25',
        website: 'casa.com.br/loja',
        instagram: '@casa',
        businessName: '',
        birthdayDate: '1990-02-28',
      }),
    ).toEqual({
      number: '+5511981234567',
      email: 'ana@casa.com',
      document: '52998224725',
      website: 'https://casa.com.br/loja',
      instagram: 'casa',
      businessName: null,
      birthdayDate: '1990-02-28',
    })
  })

  it('that were not given are not there; null and an empty text take away', () => {
    expect(columns({})).toEqual({})
    expect(columns({ number: null, document: '', birthdayDate: '', gender: null })).toEqual({
      number: null,
      document: null,
      birthdayDate: null,
      gender: null,
    })
  })

  it('S5-032 S5-033 a number needs its country and its area code', () => {
    for (const number of [
      '99988-7766',
      '9999-8888',
      '11 98123-4567',
      '1131234567',
      '981234567',
      '12345678901234567',
      'Ana',
    ])
      expect(refused({ number }), number).toEqual(['body.number'])
    for (const number of ['5511981234567', '+55 11 3123-4567', '+351 912 345 678'])
      expect(refused({ number }), number).toEqual([])
  })

  it('S3-013 a document is a CPF or a CNPJ, with letters too', () => {
    for (const document of ['11111111111', '123', '529.982.247-26'])
      expect(refused({ document }), document).toEqual(['body.document'])
    expect(columns({ document: '11.222.333/0001-81' })).toEqual({ document: '11222333000181' })
  })

  it('a birthday has been, and not before anybody who is alive was born', () => {
    for (const birthdayDate of [today, '2030-01-01', '1899-12-31'])
      expect(refused({ birthdayDate }), birthdayDate).toEqual(['body.birthdayDate'])
    expect(refused({ birthdayDate: '2026-11-21' })).toEqual([])
  })

  it('a website is shown as a link, so it is a page of the web', () => {
    for (const website of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://casa.com',
      'casa',
      'https://eu:senha@casa.com',
      'https://',
    ])
      expect(refused({ website }), website).toEqual(['body.website'])
    for (const website of ['casa.com', 'casa.com:8080/x', 'http://casa.com'])
      expect(refused({ website }), website).toEqual([])
  })

  it('names every field that is wrong', () => {
    expect(refused({ number: '1', email: 'x', document: 'y', website: 'z', birthdayDate: '2999-01-01' })).toEqual([
      'body.number',
      'body.email',
      'body.document',
      'body.birthdayDate',
      'body.website',
    ])
  })

  it('that are accepted are accepted again as they are kept', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.emailAddress(), (website, email) => {
        const once = columns({ website, email })
        expect(columns({ website: once.website!, email: once.email! })).toEqual(once)
      }),
      { numRuns: 25 },
    )
  })
})

describe('what comes back masked', () => {
  const kept = {
    name: '+5511987654321',
    number: '+5511987654321',
    email: 'ana@casa.com',
    extraInfo: [
      { description: 'Recado', info: '11 98888-7777' },
      { description: 'Cidade', info: 'Recife' },
    ],
  }

  it('S6-023 S6-024 is no change', () => {
    expect(
      withoutMasks(
        {
          name: '55*********21',
          number: '55*********21',
          email: 'a***@***.com',
          category: 'VIP',
          extraInfo: [
            { description: 'Recado', info: '11*******77' },
            { description: 'Cidade', info: 'Olinda' },
          ],
        },
        kept,
      ),
    ).toEqual({
      category: 'VIP',
      extraInfo: [
        { description: 'Recado', info: '11 98888-7777' },
        { description: 'Cidade', info: 'Olinda' },
      ],
    })
  })

  it('is a change where it is another value, or none', () => {
    expect(withoutMasks({ number: '+5511911112222', email: null }, kept)).toEqual({
      number: '+5511911112222',
      email: null,
    })
  })
})
