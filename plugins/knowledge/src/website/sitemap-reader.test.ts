import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NotSitemap, SitemapReader } from './sitemap-reader.ts'

function read(text: string, pieces = [text]): SitemapReader {
  const reader = new SitemapReader()
  for (const piece of pieces) reader.write(piece)
  reader.end()
  return reader
}
const addressesOf = (text: string): string[] => read(text).entries.map(({ address }) => address)

describe('a sitemap', () => {
  it('has pages with their times, and nothing of pictures and translations', () => {
    const { kind, entries } = read(`<?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc> https://loja.test/a?b=1&amp;c=2 </loc><lastmod>2026-01-02</lastmod>
          <image:image><image:loc>https://loja.test/a.png</image:loc></image:image>
          <image:loc>https://loja.test/b.png</image:loc></url>
        <url><loc><![CDATA[https://loja.test/b]]></loc></url><url><loc/></url><!-- <url><loc>x</loc></url> -->
      </urlset>`)
    expect(kind).toBe('pages')
    expect(entries).toEqual([
      { address: 'https://loja.test/a?b=1&c=2', lastModified: '2026-01-02' },
      { address: 'https://loja.test/b' },
    ])
  })

  it('of sitemaps, and one whose names have a prefix, are read too', () => {
    const text = '<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>/a.xml</s:loc></s:sitemap></s:sitemapindex>'
    expect(read(text)).toMatchObject({ kind: 'sitemaps', entries: [{ address: '/a.xml' }] })
  })

  it('expands no entities of its own', () => {
    const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
    const text = `<?xml version="1.0"?>
      <!DOCTYPE urlset [<!ENTITY l0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${laughs}]>
      <urlset><url><loc>https://loja.test/&l12;&file;</loc></url></urlset>`
    expect(addressesOf(text)).toEqual(['https://loja.test/&l12;&file;'])
  })

  it('is known to be none by its first element, and by its depth', () => {
    expect(() => read('<!doctype html><html><urlset>')).toThrow(NotSitemap)
    expect(() => read('isto é texto')).toThrow(NotSitemap)
    expect(() => read('')).toThrow(NotSitemap)
    expect(() => read(`<urlset>${'<a>'.repeat(100_000)}`)).toThrow(NotSitemap)
  })

  it('keeps no address that is longer than one may be', () => {
    const long = `https://loja.test/${'a'.repeat(3_000_000)}`
    expect(
      addressesOf(`<urlset><url><loc>${long}</loc></url><url><loc>https://loja.test/b</loc></url></urlset>`),
    ).toEqual(['https://loja.test/b'])
  })

  it('is the same however it arrives, and any text is read or refused', () => {
    const text = '<urlset><url><loc>https://loja.test/a&amp;b</loc><lastmod>2026</lastmod></url></urlset>'
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), text.length]
        const pieces = places.slice(1).map((end, at) => text.slice(places[at], end))
        expect(read(text, pieces).entries).toEqual(read(text).entries)
      }),
    )
    const parts = fc.constantFrom(
      '<urlset>',
      '<url>',
      '<loc>',
      '</loc>',
      '</url>',
      '</urlset>',
      '<![CDATA[',
      ']]>',
      '&#0;',
      'a',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string())), (all) => {
        try {
          expect(Array.isArray(read(all.join('')).entries)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(NotSitemap)
        }
      }),
    )
  })
})
