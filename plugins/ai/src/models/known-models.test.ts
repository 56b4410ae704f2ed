import { describe, expect, it } from 'vitest'
import { answersTexts, askedModel, hasFunctions, hearsAudio, knownModels, speaksAudio } from './known-models.ts'

describe('models', () => {
  it('that have ended are asked for by what takes their place, from their last day on', () => {
    expect(askedModel('gpt-4o', new Date('2027-01-13T23:59:59Z'))).toBe('gpt-4o')
    expect(askedModel('gpt-4o', new Date('2027-01-14T00:00:00Z'))).toBe('gpt-6-luna')
    expect(askedModel('qwen3:8b', new Date())).toBe('qwen3:8b')
    for (const { replacedBy } of Object.values(knownModels))
      if (replacedBy !== undefined) expect(knownModels[replacedBy]?.endsOn).toBeUndefined()
  })

  it('write recordings out, speak or answer texts, and those that nobody knows are taken to do all of it', () => {
    const does = (name: string) => [hearsAudio(name), speaksAudio(name), answersTexts(name)]
    expect(does('whisper-1')).toEqual([true, false, false])
    expect(does('gpt-4o-mini-tts')).toEqual([false, true, false])
    expect(does('gpt-4')).toEqual([false, false, true])
    expect(does('Systran/faster-whisper-small')).toEqual([true, true, true])
    expect(askedModel('whisper-1', new Date('2027-02-26T00:00:00Z'))).toBe('gpt-transcribe')
  })

  it('that nobody knows are taken to have functions, and Llama 3 is not', () => {
    expect(hasFunctions('llama3')).toBe(false)
    expect(hasFunctions('qwen3:8b')).toBe(true)
  })
})
