import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part } from './content.ts'
import { previewedLink } from './previewed-link.ts'

const chat = { letters: false }
const letter = { letters: true }
const text = (written: string, format: 'plain' | 'markdown' = 'plain'): Part => ({
  kind: 'text',
  text: written,
  format,
})
const of = (written: string, format?: 'plain' | 'markdown') => previewedLink([text(written, format)], chat)

describe('the link that is previewed', () => {
  it('is the first web link of the texts', () => {
    expect(of('Veja https://loja.example/caderno?cor=azul. E https://outra.example')).toBe(
      'https://loja.example/caderno?cor=azul',
    )
    expect(of('ana@loja.example ou tel:+5511, depois www.loja.example')).toBe('https://www.loja.example')
    expect(previewedLink([text('Oi'), text('http://loja.example')], chat)).toBe('http://loja.example')
    expect(of('nenhum link')).toBeUndefined()
    expect(of(`https://loja.example ${'a '.repeat(5_000)}`)).toBeUndefined()
  })

  it('stands in marked text too, but not in code', () => {
    expect(of('*Leia* _[aqui](https://loja.example/a)_', 'markdown')).toBe('https://loja.example/a')
    expect(of('- um\n- https://loja.example/b', 'markdown')).toBe('https://loja.example/b')
    expect(of('`https://loja.example` e\n```\nhttps://loja.example\n```', 'markdown')).toBeUndefined()
  })

  it('does not come from letters, nor from files', () => {
    const link = text('https://loja.example')
    expect(previewedLink([link], letter)).toBeUndefined()
    expect(previewedLink([link], undefined)).toBeUndefined()
    const html = { kind: 'html', text: 'https://loja.example', media: 'm' } as unknown as Part
    expect(previewedLink([link, html], chat)).toBeUndefined()
    expect(previewedLink([{ kind: 'letterHead', subject: 'Oi' }, link], chat)).toBeUndefined()
    const image = { kind: 'media', as: 'image', media: 'm', mime: 'image/png', caption: 'https://loja.example' }
    expect(previewedLink([image as unknown as Part], chat)).toBeUndefined()
  })

  it('is not replaced by a later one where the first may not be fetched', () => {
    expect(of('https://loja.example/unsubscribe e https://loja.example')).toBeUndefined()
  })
})

describe('an address that may do something when it is fetched is left alone', () => {
  const one = '9f86d081-884c-4d65-a1b2-0c55ad015a3b'
  it.each([
    'https://loja.example/unsubscribe?u=1',
    'https://loja.example/mailing/opt-out',
    'https://loja.example/lista?acao=descadastrar',
    'https://loja.example/confirmEmail/12',
    'https://loja.example/conta/Confirma%C3%A7%C3%A3o/12',
    'https://loja.example/reset-password',
    'https://loja.example/login.php',
    'https://loja.example/pedido/17/cancelar',
    'https://loja.example/?token=abc',
    'https://loja.example/?access_token=abc',
    'https://loja.example/?resetCode=123456',
    `https://loja.example/c/${one}`,
    `https://loja.example/?id=${one}`,
    'https://loja.example/e/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    'https://loja.example/m/Zk3jD92kslQ0x8Hq7PzWm4Tb',
    `https://loja.example/?a=${'x'.repeat(41)}`,
  ])('%s', (address) => expect(of(address)).toBeUndefined())
})

describe('an address of no site is left alone', () => {
  it.each([
    'http://127.0.0.1/a',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/a',
    'http://localhost/a',
    'http://intranet/a',
    'https://user:secret@loja.example',
  ])('%s', (address) => expect(of(address)).toBeUndefined())

  it('as is one that is too long', () => {
    expect(of(`https://loja.example/${'a/'.repeat(1_000)}`)).toBeUndefined()
  })
})

describe('addresses that people share are previewed', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://produto.mercadolivre.com.br/MLB-1234567890-caderno-universitario-_JM',
    'https://www.amazon.com.br/dp/B08N5WRWNW/ref=sr_1_1?qid=1700000000',
    'https://g1.globo.com/economia/noticia/2026/11/20/como-cancelar-uma-assinatura-sem-pagar-multa.ghtml',
    'https://loja.example/caderno?utm_source=whatsapp&fbclid=IwAR0aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdefghij',
    'https://maps.app.goo.gl/AbCdEf123456',
    'https://пример.рф/страница',
    'https://loja.example:8443/a',
  ])('%s', (address) => expect(of(address)).toBe(address))
})

it('is a web address that stands in the text, whatever was written, and found in no time', () => {
  const piece = fc.oneof(
    fc.constantFrom('https://a.b/c', 'http://', 'www.x.y', '](', '[a](https://q.r/s)', '`', '*', '\n- ', '%', '%zz'),
    fc.webUrl({ withQueryParameters: true }),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom('plain' as const, 'markdown' as const), (pieces, format) => {
      const written = pieces.join('')
      const link = of(written, format)
      if (link === undefined) return
      expect(['http:', 'https:']).toContain(new URL(link).protocol)
      expect(written).toContain(link.replace(/^https:\/\/(?=www\.)/i, ''))
    }),
  )
  const started = performance.now()
  for (const repeated of ['a.', 'https://a.b/?', '[a](https://', '*_~', '%41'])
    for (const format of ['plain', 'markdown'] as const)
      of(`https://a.b/${repeated.repeat(9_900 / repeated.length)}`, format)
  expect(performance.now() - started).toBeLessThan(1_000)
})
