import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotedMark } from '@recado/sdk'
import { readHtml, textOfHtml } from './html-text.ts'
import { programs } from './mail-programs.rig.ts'
import { readLetter } from './reading.ts'
import { foldedText, sanitise } from './sanitise.ts'

/** The words of a letter in its frame that stand there before anything is opened, and those that can be opened. */
function framed(html: string): { seen: string; folded: string } {
  const [seen, folded]: [string[], string[]] = [[], []]
  let [depth, foldedAt] = [0, 0]
  for (const [, end, name, attributes, text] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/gi)) {
    if (text !== undefined) (foldedAt > 0 ? folded : seen).push(text)
    else if (end) {
      if (depth === foldedAt) foldedAt = 0
      depth--
    } else if (!/^(?:br|hr|img|wbr|col)$/.test(name!)) {
      depth++
      if (foldedAt === 0 && attributes!.includes(quotedMark)) foldedAt = depth
    }
  }
  return { seen: seen.join(' '), folded: folded.join(' ') }
}
const shown = (html: string) => framed(readLetter([{ rich: html }], new Map()).html!)

const old = '<p>velho pedido</p><p>velho endereço</p>'
const above = '<div>novo recado</div><div>novo prazo</div>'

describe.each(Object.entries(programs))('%s', (_, repeated) => {
  test('below what was written is folded, with the line above it', () => {
    const { seen, folded } = shown(above + repeated(old))
    expect(seen).toContain('novo recado')
    expect(seen).toContain('novo prazo')
    expect(seen).not.toMatch(/velho|Suporte|s@x\.test/)
    expect(folded).toContain('velho pedido')
    expect(folded).toContain('velho endereço')
    expect(folded).not.toContain('novo')
  })

  test('with nothing new: it is all seen', () => {
    expect(shown(repeated(old)).folded).toBe('')
  })
})

/** Programs whose quote ends; behind an Outlook header nobody can tell who writes. */
const ending = Object.entries(programs).filter(([name]) => !/Outlook|header block/.test(name))
describe.each(ending)('%s', (_, repeated) => {
  test('above the answer is not folded', () => {
    const { seen, folded } = shown(`${repeated(old)}<div>novo recado</div>`)
    expect(seen).toContain('novo recado')
    expect(seen).toContain('velho pedido')
    expect(folded).toBe('')
  })

  test('answered above, between and below is not folded', () => {
    const between = `${above}${repeated(old)}<div>novo sim</div>${repeated(old)}<div>novo não</div>`
    expect(shown(between).folded).toBe('')
    const { text } = textOfHtml(between)
    for (const word of ['novo recado', 'novo sim', 'novo não']) expect(text).toContain(word)
  })
})

describe('answers between the quotes of one container', () => {
  test.each([
    [
      'Gmail',
      '<div>novo olá</div><div class="gmail_quote"><div class="gmail_attr">' +
        'Em 3 de mar. de 2026, Suporte escreveu:<br></div><blockquote class="gmail_quote">velho um</blockquote>' +
        '<div>novo sim</div><blockquote class="gmail_quote">velho dois</blockquote><div>novo não</div></div>',
    ],
    [
      'Proton Mail',
      '<div>novo olá</div><div class="protonmail_quote">On Tuesday, Suporte wrote:<br>' +
        '<blockquote class="protonmail_quote" type="cite">velho um</blockquote><br>novo sim' +
        '<blockquote class="protonmail_quote" type="cite">velho dois</blockquote><div>novo não</div></div>',
    ],
    [
      'Apple Mail',
      '<div>novo olá</div><div>On 3 Mar 2026, at 09:12, Suporte &lt;s@x.test&gt; wrote:</div>' +
        '<blockquote type="cite">velho um</blockquote><div>novo sim</div><blockquote type="cite">' +
        'velho dois</blockquote><div>novo não</div>',
    ],
    [
      'marks',
      '<pre>novo olá\n\nEm 03/03/2026, Suporte escreveu:\n&gt; velho um\nnovo sim\n&gt; velho dois\nnovo não</pre>',
    ],
  ])('%s: are seen', (_, html) => {
    const { seen, folded } = shown(html)
    expect(folded).toBe('')
    for (const word of ['novo olá', 'novo sim', 'novo não', 'velho um']) expect(seen).toContain(word)
    const { text } = textOfHtml(html)
    for (const word of ['novo olá', 'novo sim', 'novo não']) expect(text).toContain(word)
  })
})

describe('what is no quote', () => {
  test('a signature stays, above the quote and below it', () => {
    const signature = '<div class="gmail_signature">Ana Prado<br>Compras</div>'
    for (const html of [
      `${above}${signature}${programs['Gmail']!(old)}`,
      `${above}${programs['Thunderbird']!(old)}<div class="moz-signature">-- <br>Ana Prado<br>Compras</div>`,
    ]) {
      const { seen, folded } = shown(html)
      expect(seen).toContain('Ana Prado')
      expect(folded).toContain('velho pedido')
    }
  })

  test('a picture that is the answer below a quote keeps all of it in sight', () => {
    const picture = '<img src="data:image/png;base64,AAAA">'
    expect(shown(`${above}${programs['Thunderbird']!(old)}<div>${picture}</div>`).folded).toBe('')
    expect(shown(`${above}${programs['Thunderbird']!(old)}<img src="https://x.test/pixel.gif">`).folded).toContain(
      'velho',
    )
  })

  test('what a letter brings as its own mark is taken away', () => {
    const html = `<p ${quotedMark}>novo</p>`
    expect(readLetter([{ rich: html }], new Map()).html).toBe('<p>novo</p>')
    expect(shown(`<p ${quotedMark}>novo</p>${programs['Gmail']!(old)}`).seen).toContain('novo')
  })

  test('an indented or boxed piece of an author', () => {
    for (const html of [
      '<div>Itens:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px">2 camisas</blockquote>',
      '<p>Veja</p><div style="border-top:1px solid #e1e1e1">Oferta</div><p>Até já</p>',
      '<p>Meu chefe escreveu:</p><p>compre já</p>',
    ])
      expect(shown(html).folded).toBe('')
  })
})

test('a plain letter is folded in its frame as well', () => {
  const plain = 'novo recado\n\nEm 03/03/2026 09:12, Suporte escreveu:\n> velho pedido\n> velho prazo'
  expect(framed(foldedText(plain))).toEqual({
    seen: 'novo recado\n',
    folded: expect.stringContaining('velho pedido') as string,
  })
  for (const whole of ['> velho\nnovo', 'novo\n> velho\nnovo', '> velho', 'novo', 'novo\n-- \nAna'])
    expect(framed(foldedText(whole)).folded).toBe('')
})

test('whatever the letter is: nothing is lost by folding, nothing new is folded, and all of it is harmless', () => {
  const tree = fc.letrec<{ html: string }>((tie) => ({
    html: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('<p>NEW</p>', 'NEW<br>', '<p>Em 3/3/2026, Ana escreveu:</p>') },
      { weight: 1, arbitrary: fc.constantFrom('<blockquote type="cite">OLD</blockquote>', '<br>', '<hr>', ' ') },
      fc
        .tuple(
          fc.constantFrom('div', 'div class="gmail_quote"', 'table><tr><td', 'pre', 'span', `p ${quotedMark}`),
          fc.array(tie('html'), { maxLength: 3 }),
        )
        .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag.split(' ', 1)[0]!.split('>', 1)[0]}>`),
    ) as fc.Arbitrary<never>,
  })).html
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 6 }), (pieces) => {
      let count = 0
      const html = (pieces as readonly string[]).join('').replace(/NEW|OLD/g, (kind) => `${kind}${++count}x`)
      const { text, folded } = readHtml(html)
      if (folded === undefined) return
      const safe = sanitise(folded, new Map(), { isFolded: true })
      const parts = framed(safe)
      const words = (some: string) => (some.match(/(?:NEW|OLD)\d+x/g) ?? []).toSorted()
      expect(words(`${parts.seen} ${parts.folded}`)).toEqual(words(html))
      expect(words(parts.seen)).toEqual(words(text))
      const spanless = (some: string) => sanitise(some, new Map()).replace(/<\/?span>/g, '')
      expect(spanless(safe)).toBe(spanless(html))
    }),
    { numRuns: 500 },
  )
})
