import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'
import { programs } from './mail-programs.rig.ts'
import { splitQuotes } from './quotes.ts'

const word = fc.stringMatching(/^[a-z]{3,8}$/)
const said = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `novo ${words.join(' ')}`)
const old = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `velho ${words.join(' ')}`)

describe('what is repeated is told from what was written', () => {
  test.for(Object.entries(programs))('%s', ([, repeated]) => {
    fc.assert(
      fc.property(
        fc.array(said, { minLength: 1, maxLength: 3 }),
        fc.array(old, { minLength: 1, maxLength: 3 }),
        (own, before) => {
          const html =
            own.map((line) => `<div>${line}</div>`).join('') + repeated(before.map((line) => `<p>${line}</p>`).join(''))
          const { text, quoted } = textOfHtml(html)
          expect(text).toBe(own.join('\n'))
          for (const line of before) expect(quoted).toContain(line)
        },
      ),
    )
  })

  test.for(Object.entries(programs))('%s, with nothing new: it is all there', ([, repeated]) => {
    expect(textOfHtml(repeated('<p>velho pedido</p>')).text).toContain('velho pedido')
  })
})

describe('a quote without a name', () => {
  test('above the answer is repeated', () => {
    expect(textOfHtml('<blockquote>Qual tamanho?</blockquote><p>Tamanho 38</p>')).toEqual({
      text: 'Tamanho 38',
      quoted: '> Qual tamanho?',
    })
  })

  test('between answers stays with them, as in a plain text', () => {
    const html = '<blockquote>Qual cor?</blockquote><p>Azul</p><blockquote>E o tamanho?</blockquote><p>M</p>'
    const { text, quoted } = textOfHtml(html)
    expect([text, quoted]).toEqual(['> Qual cor?\n\nAzul\n\n> E o tamanho?\n\nM', ''])
    expect(splitQuotes(text)).toEqual({ text, quoted: '' })
  })

  test('that is the whole letter is the letter', () => {
    expect(textOfHtml('<blockquote><p>Segue o endereço</p><blockquote>Rua A, 5</blockquote></blockquote>')).toEqual({
      text: 'Segue o endereço\n\nRua A, 5',
      quoted: '',
    })
  })

  test('makes no letter many times as long, however deep it is', () => {
    const html = `<p>Oi</p>${'<blockquote>'.repeat(250)}${'a<br>'.repeat(10_000)}`
    expect(textOfHtml(html).quoted.length).toBeLessThan(30 * 10_000)
  })

  test('is none where an author indents', () => {
    const html = '<div>Itens:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px">2 camisas</blockquote>'
    expect(textOfHtml(html)).toEqual({ text: 'Itens:\n\n2 camisas', quoted: '' })
  })
})

test('a box in the colours of Outlook is no quote', () => {
  for (const style of ['border:solid #E1E1E1 1.0pt', 'border-top:1px solid #e1e1e1', 'border-top: solid 1px #E1E1E1'])
    expect(textOfHtml(`<p>Veja</p><div style="${style}">Oferta</div><p>Até já</p>`).quoted).toBe('')
})

test('every word is on exactly one side', () => {
  const tree = fc.letrec<{ html: string }>((tie) => ({
    html: fc.oneof(
      { weight: 3, arbitrary: fc.constant('<p>WORD</p>') },
      { weight: 1, arbitrary: fc.constant('WORD<br>') },
      fc
        .tuple(
          fc.constantFrom(
            'div',
            'blockquote',
            'blockquote type="cite"',
            'div class="gmail_quote"',
            'div id="divRplyFwdMsg"',
            'blockquote style="border:none"',
            'div class="x_yahoo_quoted"',
            'td',
            'li',
            'pre',
          ),
          fc.array(tie('html'), { maxLength: 3 }),
        )
        .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag.split(' ', 1)[0]}>`),
    ) as fc.Arbitrary<never>,
  })).html
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 6 }), (pieces) => {
      let count = 0
      const html = (pieces as readonly string[]).join('').replace(/WORD/g, () => `palavra${++count}x`)
      const { text, quoted } = textOfHtml(html)
      const found = `${text}\n${quoted}`.match(/palavra\d+x/g) ?? []
      expect(found.toSorted()).toEqual(Array.from({ length: count }, (_, at) => `palavra${at + 1}x`).toSorted())
      if (count > 0) expect(text).not.toBe('')
    }),
  )
})
