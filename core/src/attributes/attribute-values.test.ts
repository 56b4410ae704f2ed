import { Refusal, type AttributeOption, type AttributeType, type AttributeValue } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOf } from './attribute-key.ts'
import { optionsAfter } from './attribute-options.ts'
import { changedValues, type ValueRules } from './attribute-values.ts'

const options: AttributeOption[] = [
  { id: 'gold', label: 'Ouro', isFormer: false },
  { id: 'silver', label: 'Prata', isFormer: false },
  { id: 'old', label: 'Antigo', isFormer: true },
]
const rule = (type: AttributeType, isArchived = false): ValueRules => ({
  key: 'one',
  type,
  options: type.startsWith('choice') ? options : [],
  isArchived,
})
const set = (type: AttributeType, value: AttributeValue | null, held?: AttributeValue) =>
  changedValues([rule(type)], held === undefined ? {} : { one: held }, { one: value })
const issuesOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (Refusal.is(error)) return error.facts.issues
    throw error
  }
  return undefined
}

describe('values of attributes', () => {
  it.each<[AttributeType, AttributeValue, AttributeValue]>([
    ['text', '  sala 3 ', 'sala 3'],
    ['number', -1.5, -1.5],
    ['date', '2024-02-29', '2024-02-29'],
    ['boolean', false, false],
    ['choice', 'gold', 'gold'],
    ['choices', ['silver', 'gold', 'silver'], ['silver', 'gold']],
    ['link', 'recado.test/a', 'https://recado.test/a'],
  ])('of type %s are kept in one form', (type, given, kept) =>
    expect(set(type, given)).toEqual({ values: { one: kept }, changed: ['one'] }),
  )

  it.each<[AttributeType, AttributeValue]>([
    ['text', 1],
    ['text', 'x'.repeat(1_001)],
    ['number', '1'],
    ['number', Number.NaN],
    ['date', '2024-02-30'],
    ['date', '29/02/2024'],
    ['boolean', 'true'],
    ['choice', 'bronze'],
    ['choice', 'old'],
    ['choices', ['gold', 'bronze']],
    ['choices', 'gold'],
    ['link', 'javascript:alert(1)'],
    ['link', 'two words'],
  ])('of type %s that are none are refused at their key', (type, given) =>
    expect(issuesOf(() => set(type, given))).toMatchObject([{ path: 'body.attributes.one' }]),
  )

  it('are taken away by null, an empty text and an empty list', () => {
    for (const empty of [null, '', '  ', []]) expect(set('text', empty, 'x')).toEqual({ values: {}, changed: ['one'] })
  })

  it('keep a former option with whoever has it, and give it to nobody else', () => {
    expect(set('choices', ['old', 'gold'], ['old'])).toEqual({ values: { one: ['old', 'gold'] }, changed: ['one'] })
    expect(set('choice', 'old', 'old')).toEqual({ values: { one: 'old' }, changed: [] })
    expect(issuesOf(() => set('choices', ['old'], ['gold']))).toHaveLength(1)
  })

  it('of archived and of unknown attributes can only be emptied', () => {
    expect(issuesOf(() => changedValues([rule('text', true)], {}, { one: 'x' }))).toHaveLength(1)
    expect(issuesOf(() => changedValues([], {}, { other: 'x' }))).toHaveLength(1)
    expect(changedValues([rule('text', true)], { one: 'x' }, { one: null })).toEqual({ values: {}, changed: ['one'] })
  })

  it('say that they are addresses by the rule that forms have words for', () =>
    expect(issuesOf(() => set('link', 'x'))).toMatchObject([{ rule: 'url' }]))

  it('that are not named stay, and setting what is there already changes nothing', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { minLength: 1 }))
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{2,6}$/), value),
        fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== ''),
        (others, text) => {
          const first = changedValues([{ ...rule('text'), key: 'z' }], others, { z: text })
          expect(first.values).toEqual({ ...others, z: text.trim() })
          expect(changedValues([{ ...rule('text'), key: 'z' }], first.values, { z: text }).changed).toEqual([])
        },
      ),
    )
  })
})

describe('options', () => {
  it('keep their ids when they are renamed, and become former ones when they are left out', () => {
    expect(optionsAfter('choice', options, [{ id: 'silver', label: 'Prateado' }, { label: 'Bronze' }])).toEqual([
      { id: 'silver', label: 'Prateado', isFormer: false },
      { id: 'bronze', label: 'Bronze', isFormer: false },
      { id: 'gold', label: 'Ouro', isFormer: true },
      { id: 'old', label: 'Antigo', isFormer: true },
    ])
  })
  it('come back under their id when one of the same name is added', () =>
    expect(
      optionsAfter('choice', options, [
        { id: 'gold', label: 'Ouro' },
        { id: 'silver', label: 'Prata' },
        { label: 'antigo' },
      ])[2],
    ).toEqual({ id: 'old', label: 'antigo', isFormer: false }))
  it('are refused when there are none, when one is there twice, and when one is unknown', () => {
    for (const given of [
      [],
      [{ label: 'Ouro' }, { label: 'ouro' }],
      [{ id: 'nothing', label: 'x' }],
      [
        { id: 'gold', label: 'a' },
        { id: 'gold', label: 'b' },
      ],
    ])
      expect(
        issuesOf(() => optionsAfter('choices', options, given)),
        JSON.stringify(given),
      ).not.toBeUndefined()
  })
  it('are none where nothing is chosen', () => expect(optionsAfter('text', [], [{ label: 'x' }])).toEqual([]))
})

describe('keys', () => {
  it.each([
    ['Data de adesão', 'data_de_adesao'],
    ['Ação & reação', 'acao_reacao'],
    ['2ª via', 'attribute_2_via'],
    ['Тариф', 'attribute'],
    ['!!!', 'attribute'],
  ])('of %s is %s', (label, key) => expect(keyOf(label, new Set(), 'attribute')).toBe(key))
  it('are numbered where they are taken, and always fit', () => {
    expect(keyOf('Plano', new Set(['plano', 'plano_2']), 'attribute')).toBe('plano_3')
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (label) => {
        const first = keyOf(label, new Set(), 'attribute')
        expect(first).toMatch(/^[a-z][a-z0-9_]{0,39}$/)
        expect(keyOf(label, new Set([first]), 'attribute')).toMatch(/^[a-z][a-z0-9_]{0,39}$/)
      }),
    )
  })
})
