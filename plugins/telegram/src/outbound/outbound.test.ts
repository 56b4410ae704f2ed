import type { Part } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHtml } from './html.ts'
import { planOf } from './plan.ts'

const media = (as: 'image' | 'video' | 'document', extra: object = {}): Part => ({
  kind: 'media',
  as,
  media: 'm' as never,
  mime: as === 'image' ? 'image/png' : as === 'video' ? 'video/mp4' : 'application/pdf',
  ...extra,
})

describe('markdown', () => {
  test.for([
    ['**forte** e _leve_', '<b>forte</b> e <i>leve</i>'],
    ['2 * 3 * 4 e snake_case_name', '2 * 3 * 4 e snake_case_name'],
    [
      '`a < b` e [site](https://x.test/?a=1&b="2")',
      '<code>a &lt; b</code> e <a href="https://x.test/?a=1&amp;b=&quot;2&quot;">site</a>',
    ],
    ['```js\nif (a && b) {}\n```', '<pre>if (a &amp;&amp; b) {}</pre>'],
    ['~~velho~~ <script>', '<s>velho</s> &lt;script&gt;'],
    ['[mau](javascript:alert)', '[mau](javascript:alert)'],
  ] as const)('%s', ([markdown, html]) => expect(toHtml(markdown)).toBe(html))

  test('never makes a tag that was not closed, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('*', '_', '~', '`', '[', ']', '(', ')', '<', '>', '&', 'a', ' ', '\n', 'https://x.y'),
          maxLength: 60,
        }),
        (markdown) => {
          const open: string[] = []
          for (const [, close, tag] of toHtml(markdown).matchAll(/<(\/?)(\w+)[^>]*>/g)) {
            if (close) expect(open.pop()).toBe(tag)
            else open.push(tag!)
          }
          expect(open).toEqual([])
        },
      ),
    )
  })
})

describe('a plan of calls', () => {
  const calls = (...parts: Part[]) => planOf(parts).map(({ method, params }) => [method, params])

  test('one call per part, an album for pictures that follow one another', () => {
    expect(
      planOf([
        media('image'),
        media('video', { caption: 'dois' }),
        media('document'),
        { kind: 'text', text: 'fim', format: 'plain' },
      ]).map(({ method }) => method),
    ).toEqual(['sendMediaGroup', 'sendDocument', 'sendMessage'])
  })

  test('a caption that is too long follows as a message', () => {
    expect(planOf([media('image', { caption: 'x'.repeat(1_025) })])).toMatchObject([
      { method: 'sendPhoto' },
      { method: 'sendMessage', params: { text: 'x'.repeat(1_025) } },
    ])
  })

  test('places, people and choices', () => {
    expect(
      calls(
        { kind: 'location', lat: 1, lng: 2 },
        { kind: 'location', lat: 1, lng: 2, name: 'Loja' },
        {
          kind: 'contacts',
          contacts: [
            { name: 'Bia', phones: ['+55119'] },
            { name: 'Sem', phones: [] },
          ],
        },
      ),
    ).toEqual([
      ['sendLocation', { latitude: 1, longitude: 2 }],
      ['sendVenue', { latitude: 1, longitude: 2, title: 'Loja', address: 'Loja' }],
      ['sendContact', { phone_number: '+55119', first_name: 'Bia' }],
      ['sendMessage', { text: 'Sem' }],
    ])
    expect(
      calls({
        kind: 'interactive',
        body: 'Escolha',
        buttons: [{ id: 'v', label: 'Vendas' }],
        list: [{ id: 's', label: 'Suporte', hint: '24 h' }],
      }),
    ).toEqual([
      [
        'sendMessage',
        {
          text: 'Escolha',
          reply_markup: {
            inline_keyboard: [
              [{ text: 'Vendas', callback_data: 'v' }],
              [{ text: 'Suporte · 24 h', callback_data: 's' }],
            ],
          },
        },
      ],
    ])
  })

  test('what a bot cannot say is refused before anything is sent', () => {
    for (const part of [
      { kind: 'template', name: 't', language: 'pt', vars: {} },
      { kind: 'unsupported', note: 'x' },
      { kind: 'interactive', body: 'b', buttons: [{ id: 'é'.repeat(33), label: 'x' }] },
    ] satisfies Part[]) {
      expect(() => planOf([part])).toThrow(expect.objectContaining({ kind: 'unsupported', certain: true }))
    }
  })
})
