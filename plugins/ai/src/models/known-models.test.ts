import { describe, expect, it } from 'vitest'
import { askedModel, hasFunctions, knownModels } from './known-models.ts'

const titles = Object.values(knownModels).map(({ title }) => title)

describe('models', () => {
  it.each([
    ['S9-024', 'o3-mini'],
    ['S9-025', 'o1'],
    ['S9-026', 'o1-mini'],
    ['S9-027', 'GPT-4 Turbo'],
    ['S9-028', 'GPT-4'],
    ['S9-029', 'GPT-4.1'],
    ['S9-030', 'GPT-4o'],
    ['S9-031', 'GPT-4o mini'],
    ['S9-032', 'GPT-4.5 preview'],
    ['S9-033', 'GPT-3.5 Turbo'],
    ['S9-034', 'Llama 3'],
  ])('%s are known by the name %s', (_id, title) => expect(titles).toContain(title))

  it('that have ended are asked for by what takes their place, from their last day on', () => {
    expect(askedModel('gpt-4o', new Date('2027-01-13T23:59:59Z'))).toBe('gpt-4o')
    expect(askedModel('gpt-4o', new Date('2027-01-14T00:00:00Z'))).toBe('gpt-6-luna')
    expect(askedModel('qwen3:8b', new Date())).toBe('qwen3:8b')
    for (const { replacedBy } of Object.values(knownModels))
      if (replacedBy !== undefined) expect(knownModels[replacedBy]?.endsOn).toBeUndefined()
  })

  it('that nobody knows are taken to have functions, and Llama 3 is not', () => {
    expect(hasFunctions('llama3')).toBe(false)
    expect(hasFunctions('qwen3:8b')).toBe(true)
  })
})
