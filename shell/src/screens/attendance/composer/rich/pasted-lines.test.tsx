import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOfHtml } from './pasted-lines.ts'
import { writtenLines } from './written-lines.ts'

const pasted = (html: string): string => writtenLines(linesOfHtml(html)).text

describe('what is pasted', () => {
  test.for([
    ['<p>Oi <b>Ana</b>,</p><p>tudo <i>bem</i>?</p>', 'Oi *Ana*,\ntudo _bem_?'],
    ['<div>um</div><div><br></div><div>dois</div>', 'um\n\ndois'],
    ['um<br>dois<br><br>três', 'um\ndois\n\ntrês'],
    [
      '<ul><li>um</li><li><b>dois</b></li></ul><ol start="3"><li>três</li><li>quatro</li></ol>',
      '- um\n- *dois*\n3. três\n4. quatro',
    ],
    ['<ul><li>um<ul><li>dentro</li></ul></li><li>dois</li></ul>', '- um\n- dentro\n- dois'],
    ['<h1>Título</h1><p>texto</p>', '*Título*\ntexto'],
    ['<blockquote><p>disse</p><p>mais</p></blockquote>fim', '> disse\n> mais\nfim'],
    [
      '<a href="https://x.test/a_(b)">site</a> <a href="javascript:alert(1)">mau</a>',
      '[site](https://x.test/a_%28b%29) mau',
    ],
    [
      '<b style="font-weight:normal" id="docs-internal-guid-1">' +
        '<p>leve <span style="font-weight:700">forte</span></p></b>',
      'leve *forte*',
    ],
    ['<table><tr><td>um</td><td>dois</td></tr><tr><td>três</td></tr></table>', 'um dois\ntrês'],
    ['use style="x" no <code>a style=1</code>', 'use style="x" no `a style=1`'],
    ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
    [
      '<style>p{color:red}</style><script>alert(1)</script>' +
        '<p onclick="x()">só <span style="text-decoration:line-through">isto</span></p>',
      'só ~isto~',
    ],
    [
      "<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'>" +
        "<span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span>um<o:p></o:p></p>" +
        "<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'>" +
        "<span style='mso-list:Ignore'>2.<span> </span></span>dois</p>",
      '- um\n2. dois',
    ],
    [
      '<p class=MsoNormal>linha\nquebrada   por <o:p></o:p>Word</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p>fim</p>',
      'linha quebrada por Word\n\nfim',
    ],
  ] as const)('%s', ([html, text]) => expect(pasted(html)).toBe(text))

  test('of any page its words stay and nothing of it runs', () => {
    const tags = ['b', 'i', 'p', 'div', 'ul', 'li', 'blockquote', 'a', 'pre', 'table', 'td', 'h2', 'span']
    const pieces = fc.oneof(
      fc.constantFrom(...tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`])),
      fc.constantFrom('a', 'b ', ' ', '\n', '<br>', '<img src=x onerror=alert(1)>', '<script>a</script>'),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
        const html = parts.join('')
        const text = pasted(html)
        expect(text).not.toMatch(/<|onerror/)
        const page = new DOMParser().parseFromString(html, 'text/html')
        page.querySelectorAll('script').forEach((script) => script.remove())
        expect(text.replace(/[^ab]/g, '')).toBe(page.body.textContent.replace(/[^ab]/g, ''))
      }),
    )
  })
})
