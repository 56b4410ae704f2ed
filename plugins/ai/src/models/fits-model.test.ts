import { describe, expect, it } from 'vitest'
import { fittingModels, whyUnfit } from './fits-model.ts'

const user = (text: string) => ({ role: 'user' as const, text })
const image = { mime: 'image/png', base64: 'AAAA' }

describe('a question', () => {
  it('with an image is not put to a model that looks at none', () => {
    const question = { turns: [user('O que é?')], image }
    expect(whyUnfit('llama3', question)).toMatchObject({ code: 'ERR_AI_IMAGES' })
    expect(whyUnfit('gpt-4o', question)).toBeUndefined()
    expect(whyUnfit('nobody-knows-it', question)).toBeUndefined()
    expect(whyUnfit('llama3', { turns: question.turns })).toBeUndefined()
  })

  it('is not put to a model that cannot read so much', () => {
    expect(whyUnfit('llama3', { turns: [user('a'.repeat(8_192 * 8))] })).toBeUndefined()
    const question = { turns: [user('a'.repeat(8_192 * 8)), user('b')] }
    expect(whyUnfit('llama3', question)).toMatchObject({ code: 'ERR_AI_TOO_LONG' })
    expect(whyUnfit('gpt-4o', question)).toBeUndefined()
  })

  it('goes to the models that can take it, and says why where none can', () => {
    const question = { turns: [user('O que é?')], image }
    expect(fittingModels(['llama3', 'gpt-4o'], question)).toEqual(['gpt-4o'])
    expect(() => fittingModels(['llama3', 'gpt-4'], question)).toThrow('ERR_AI_IMAGES')
  })
})
