import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passagesOf } from './passages.ts'

describe('an article', () => {
  it('is read in passages below their headings', () => {
    const body =
      'Antes.\n\n# Trocas\n\nAté **30 dias**.\n\n## No *Sul*\n\n- [Aqui](https://a.co)\n\n# Fim\n```\n' +
      '# não é título\n```'
    expect(passagesOf(body)).toEqual([
      { heading: '', text: 'Antes.' },
      { heading: 'Trocas', text: 'Até 30 dias.' },
      { heading: 'Trocas › No Sul', text: '- Aqui (https://a.co)' },
      { heading: 'Fim', text: expect.stringContaining('# não é título') },
    ])
    expect(passagesOf('')).toEqual([])
  })

  it('loses no word, and has no passage that is too long, whatever it is made of', () => {
    const word = fc.stringMatching(/^[a-zA-Zà-ú0-9]{1,30}$/)
    const line = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\n\n', '\r\n'), (lines, between) => {
        const body = lines.join(between)
        const passages = passagesOf(body)
        expect(Math.max(0, ...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(1_200)
        const words = (text: string): string => text.replace(/\s+/g, '')
        expect(words(passages.map(({ text }) => text).join(''))).toBe(words(body))
      }),
    )
  })
})
