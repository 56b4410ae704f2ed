import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { richFiles, richWords } from './rich-text.ts'

const paragraph = (text: unknown) => ({ type: 'paragraph', text })
const photo = [{ file_id: 'p', file_unique_id: 'u', width: 90, height: 60 }]

describe('the words of a message in blocks', () => {
  test.for([
    ['a paragraph', paragraph('Bom dia'), 'Bom dia'],
    ['texts beside each other', paragraph(['Quero ', { type: 'italic', text: 'dois' }, ' azuis']), 'Quero dois azuis'],
    ['texts in each other', paragraph({ type: 'bold', text: ['a', { type: 'code', text: 'b' }, ['c']] }), 'abc'],
    ['a link', paragraph({ type: 'url', text: 'aqui', url: 'https://x.test/' }), 'aqui (https://x.test/)'],
    ['an address', paragraph({ type: 'url', text: 'https://x.test/', url: 'https://x.test/' }), 'https://x.test/'],
    ['an emoji', paragraph(['ok ', { type: 'custom_emoji', custom_emoji_id: '5', alternative_text: '👍' }]), 'ok 👍'],
    ['a formula in a line', paragraph(['se ', { type: 'mathematical_expression', expression: 'x^2' }]), 'se x^2'],
    ['a formula', { type: 'mathematical_expression', expression: 'E = mc^2' }, 'E = mc^2'],
    [
      'a button in a line',
      paragraph(['ou ', { type: 'button', button: { text: 'Ver', url: 'https://x.test' } }]),
      'ou Ver',
    ],
    ['a heading', { type: 'heading', text: 'Pedido', size: 1 }, 'Pedido'],
    ['code', { type: 'pre', text: 'a\n  b', language: 'x' }, 'a\n  b'],
    ['a footer', { type: 'footer', text: 'Fim' }, 'Fim'],
    ['a divider', { type: 'divider' }, ''],
    ['an anchor', { type: 'anchor', name: 'x' }, ''],
    [
      'a list with marks and boxes',
      {
        type: 'list',
        items: [
          { label: '•', blocks: [paragraph('um'), paragraph('mais')] },
          { label: '•', blocks: [paragraph('dois')], has_checkbox: true, is_checked: true },
          { label: '•', blocks: [paragraph('três')], has_checkbox: true },
        ],
      },
      '• um\nmais\n☑ dois\n☐ três',
    ],
    ['a quotation', { type: 'blockquote', blocks: [paragraph('disse')], credit: 'Ana' }, 'disse\nAna'],
    ['a folded quotation', { type: 'expandable_blockquote', text: 'disse', credit: 'Ana' }, 'disse\nAna'],
    ['a pulled quotation', { type: 'pullquote', text: 'disse' }, 'disse'],
    [
      'a table',
      {
        type: 'table',
        cells: [
          [{ text: 'Cor' }, { text: ['Quan', 'tia'] }],
          [{ text: 'azul' }, {}],
        ],
        caption: 'Itens',
      },
      'Cor | Quantia\nazul |\nItens',
    ],
    ['details', { type: 'details', summary: 'Troca', blocks: [paragraph('sem custo')] }, 'Troca\nsem custo'],
    ['a map', { type: 'map', location: { latitude: 1, longitude: 2 }, caption: { text: 'Loja' } }, 'Loja'],
    ['a picture', { type: 'photo', photo, caption: { text: 'O azul', credit: 'Rui' } }, 'O azul\nRui'],
    [
      'pictures together',
      { type: 'collage', blocks: [{ type: 'photo', photo, caption: { text: 'um' } }], caption: { text: 'Os dois' } },
      'um\nOs dois',
    ],
    [
      'pictures in turn',
      { type: 'slideshow', blocks: [{ type: 'photo', photo }], caption: { text: 'Todas' } },
      'Todas',
    ],
    ['a row of buttons', { type: 'buttons', buttons: [{ text: 'Sim' }, { text: ['N', 'ão'] }] }, 'Sim | Não'],
    ['thinking', { type: 'thinking' }, ''],
    ['a kind that does not exist yet', { type: 'panel', blocks: [paragraph('novo')] }, 'novo'],
  ] as const)('stay: %s', ([, block, words]) => {
    expect(richWords({ blocks: [block] })).toBe(words)
  })

  test('end for anything, and for what nests without an end', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof richWords({ blocks: value })).toBe('string')
        expect(richFiles({ blocks: value }).length).toBeLessThanOrEqual(20)
      }),
    )
    let deep: unknown = 'fundo'
    for (let level = 0; level < 5_000; level++) deep = { blocks: [deep] }
    expect(richWords(deep)).toBe('')
  })
})

describe('the files of a message in blocks', () => {
  const document = { file_id: 'd', file_unique_id: 'u', file_name: 'pedido.pdf' }

  test('come in their order, out of lists, collages and details', () => {
    const blocks = [
      {
        type: 'collage',
        blocks: [
          { type: 'photo', photo },
          { type: 'video', video: { file_id: 'v' } },
        ],
      },
      { type: 'list', items: [{ label: '•', blocks: [{ type: 'voice_note', voice_note: { file_id: 'n' } }] }] },
      { type: 'details', summary: 'x', blocks: [{ type: 'document', document, caption: { text: 'O pedido' } }] },
      paragraph('fim'),
    ]
    expect(richFiles({ blocks })).toEqual([
      { photo },
      { video: { file_id: 'v' } },
      { voice: { file_id: 'n' } },
      { document },
    ])
  })

  test('are the places of its maps too', () => {
    const location = { latitude: -23.5, longitude: -46.6 }
    expect(richFiles({ blocks: [{ type: 'map', location, zoom: 13, width: 300, height: 200 }] })).toEqual([
      { location },
    ])
  })

  test('are as many as a message holds', () => {
    expect(richFiles({ blocks: Array.from({ length: 100 }, () => ({ type: 'document', document })) })).toHaveLength(20)
  })
})
