import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitise } from './sanitise.ts'

const id = '01a20044-d917-74cf-98a4-1bc4dcb63280'
const inline = new Map([['foto@1', id]])
const other = '01a20044-0000-74cf-98a4-1bc4dcb63280'

/** Tags of what was cleaned, as a browser would come to them. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<([a-z][^\s>/]*)([^>]*)>/gi)].map(([, name, attributes]) => ({
    name: name!.toLowerCase(),
    attributes: attributes!,
  }))
function expectHarmless(html: string): void {
  for (const { name, attributes } of tagsOf(html)) {
    expect(name).not.toMatch(
      /^(script|style|iframe|object|embed|form|input|button|meta|link|base|svg|math|video|audio|source|template)$/,
    )
    expect(attributes).not.toMatch(/\son\w+\s*=/i)
    expect(attributes).not.toMatch(/\s(srcset|background|poster|action|formaction|id|class|name)\s*=/i)
    expect(attributes).not.toMatch(/style="[^"]*(url\(|expression|position|@import|\\)/i)
    const src = /\ssrc="([^"]*)"/.exec(attributes)?.[1]
    if (src !== undefined)
      expect(src).toMatch(new RegExp(`^(media:${id}|data:image/(png|jpe?g|gif|webp);base64,)`, 'i'))
    const href = /\shref="([^"]*)"/.exec(attributes)?.[1]
    if (href !== undefined) expect(href).toMatch(/^(https?:\/\/|mailto:|tel:)/i)
    if (href !== undefined) expect(attributes).toContain('rel="noopener noreferrer nofollow"')
  }
}

describe('what is left of a letter', () => {
  test.for([
    ['a script', '<p>oi</p><script>alert(1)</script>', '<p>oi</p>'],
    ['handlers', '<img src=x onerror=alert(1)><p onclick="x">a</p>', '<img /><p>a</p>'],
    [
      'addresses that run',
      '<a href="javascript:alert(1)">a</a><a href=" jAvAsCrIpT:alert(1)">b</a><a href="data:text/html,x">c</a>',
      '<a>a</a><a>b</a><a>c</a>',
    ],
    [
      'a link',
      '<a href="https://x.test" target="_top" onclick="x">a</a>',
      '<a href="https://x.test" rel="noopener noreferrer nofollow" target="_blank">a</a>',
    ],
    [
      'what is loaded',
      '<img src="https://tracker.test/p.gif"><img src="//x.test/y"><table background="https://x.test"><tr>' +
        '<td style="background:url(https://x.test)">a</td></tr></table>',
      '<img /><img /><table><tr><td>a</td></tr></table>',
    ],
    ['what covers', '<div style="position:fixed;top:0;color:red">a</div>', '<div style="color:red">a</div>'],
    [
      'a picture of its own',
      '<img src="cid:foto@1" alt="a"><img src="CID:foto%401">',
      `<img alt="a" src="media:${id}" /><img src="media:${id}" />`,
    ],
    ['somebody else’s picture', `<img src="media:${other}"><img src="cid:x">`, '<img /><img />'],
    [
      'frames and forms',
      '<iframe src="https://x.test">a</iframe><form action="https://x.test"><input name="senha"><button>' +
        'ok</button></form>',
      'ok',
    ],
    ['drawings that run', '<svg><script>alert(1)</script></svg><math><mi xlink:href="javascript:x">b</mi></math>', ''],
    [
      'a page that moves on',
      '<meta http-equiv="refresh" content="0;url=https://x.test"><base href="https://x.test">' +
        '<link rel="stylesheet" href="https://x.test">',
      '',
    ],
    [
      'styles that call',
      '<style>@import url(https://x.test)</style><p style="width:expression(alert(1));background:\\75rl(x)">a</p>',
      '<p>a</p>',
    ],
  ] as const)('%s', ([, html, clean]) => {
    expect(sanitise(html, inline)).toBe(clean)
  })

  const piece = fc.constantFrom(
    '<',
    '>',
    '/',
    '"',
    "'",
    '=',
    ' ',
    '&',
    ';',
    '#',
    '\n',
    '\t',
    '\0',
    '<!--',
    '-->',
    '<![CDATA[',
    'script',
    'style',
    'svg',
    'img',
    'a',
    'p',
    'table',
    'td',
    'div',
    'iframe',
    'math',
    'template',
    'noscript',
    'textarea',
    'title',
    'xmp',
    ' src=',
    ' href=',
    ' style=',
    ' onerror=',
    ' onclick=',
    ' srcset=',
    'javascript:',
    'data:text/html,',
    'data:image/png;base64,AA',
    'cid:foto@1',
    `media:${id}`,
    `media:${other}`,
    'https://x.test/',
    'url(',
    'position:fixed',
    'color:red',
    ')',
    '\\',
    '&#106;',
    '&lt;',
    'alert(1)',
  )
  test('is harmless, and is left as it is by a second cleaning, whatever came in', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const clean = sanitise(pieces.join(''), inline)
        expectHarmless(clean)
        expect(sanitise(clean, inline)).toBe(clean)
      }),
      { numRuns: 2_000 },
    )
  })

  test('takes no time that a hostile letter could buy', () => {
    const began = performance.now()
    for (const each of [
      '<div>',
      '<table><tr><td>',
      '<a href="https://x.test">',
      '<p style="color:red;color:red">',
      '&amp;',
      '<!--',
    ])
      sanitise(each.repeat(Math.floor(300_000 / each.length)), inline)
    expect(performance.now() - began).toBeLessThan(20_000)
  }, 60_000)
})
