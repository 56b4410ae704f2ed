export const audios = ['hears', 'speaks', 'none'] as const
export type Audio = (typeof audios)[number]

/** What is known of a model. What nobody told of one is found out by asking. */
export interface KnownModel {
  /** As people know it. */
  readonly title: string
  /** Day on which the provider ends it, or did. */
  readonly endsOn?: string
  /** What the provider names in its place. */
  readonly replacedBy?: string
  /** Whether it can ask for functions. */
  readonly functions: boolean
  /** Whether it looks at images. */
  readonly images?: boolean
  /** What it does with recordings: writes them out, speaks texts, or neither. The first two do nothing else. */
  readonly audio?: Audio
  /** Tokens that it reads and writes for one question. */
  readonly context?: number
  /** Whether it thinks before it answers: it takes no temperature, and hidden tokens come out of the limit. */
  readonly reasons?: boolean
}

const heard = { functions: false, images: false, audio: 'hears' } as const
const spoken = { functions: false, images: false, audio: 'speaks' } as const

/**
 * Models by the name that their provider gives them. The seed's list, of which OpenAI has ended nearly everything, and
 * what follows it. Sources: OpenAI, Deprecations and Models; Meta, Llama 3.
 */
export const knownModels: Readonly<Record<string, KnownModel>> = {
  'gpt-6-luna': { title: 'GPT-6 Luna', functions: true, reasons: true },
  'gpt-5.6-sol': { title: 'GPT-5.6 Sol', functions: true, reasons: true },
  'gpt-5.6-terra': { title: 'GPT-5.6 Terra', functions: true, reasons: true },
  'gpt-5.6-luna': { title: 'GPT-5.6 Luna', functions: true, reasons: true },
  'o3-mini': {
    title: 'o3-mini',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: false,
    audio: 'none',
    context: 200_000,
    reasons: true,
  },
  o1: {
    title: 'o1',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    audio: 'none',
    context: 200_000,
    reasons: true,
  },
  'o1-mini': {
    title: 'o1-mini',
    endsOn: '2025-10-27',
    replacedBy: 'gpt-6-luna',
    functions: false,
    images: false,
    audio: 'none',
    context: 128_000,
    reasons: true,
  },
  'gpt-4-turbo': {
    title: 'GPT-4 Turbo',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    audio: 'none',
    context: 128_000,
  },
  'gpt-4': {
    title: 'GPT-4',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: false,
    audio: 'none',
    context: 8_192,
  },
  'gpt-4.1': {
    title: 'GPT-4.1',
    endsOn: '2027-01-14',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    audio: 'none',
    context: 1_047_576,
  },
  'gpt-4o': {
    title: 'GPT-4o',
    endsOn: '2027-01-14',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    audio: 'none',
    context: 128_000,
  },
  'gpt-4o-mini': {
    title: 'GPT-4o mini',
    endsOn: '2027-01-14',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    audio: 'none',
    context: 128_000,
  },
  'gpt-4.5-preview': {
    title: 'GPT-4.5 preview',
    endsOn: '2025-07-14',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: true,
    audio: 'none',
    context: 128_000,
  },
  'gpt-3.5-turbo': {
    title: 'GPT-3.5 Turbo',
    endsOn: '2026-10-23',
    replacedBy: 'gpt-6-luna',
    functions: true,
    images: false,
    audio: 'none',
    context: 16_385,
  },
  llama3: { title: 'Llama 3', functions: false, images: false, audio: 'none', context: 8_192 },
  'gpt-transcribe': { title: 'GPT Transcribe', ...heard },
  'gpt-4o-transcribe': { title: 'GPT-4o Transcribe', endsOn: '2027-02-26', replacedBy: 'gpt-transcribe', ...heard },
  'gpt-4o-mini-transcribe': {
    title: 'GPT-4o mini Transcribe',
    endsOn: '2027-02-26',
    replacedBy: 'gpt-transcribe',
    ...heard,
  },
  'whisper-1': { title: 'Whisper', endsOn: '2027-02-26', replacedBy: 'gpt-transcribe', ...heard },
  'gpt-4o-mini-tts': { title: 'GPT-4o mini TTS', endsOn: '2027-01-06', ...spoken },
  'tts-1': { title: 'TTS-1', endsOn: '2027-01-06', ...spoken },
  'tts-1-hd': { title: 'TTS-1 HD', endsOn: '2027-01-06', ...spoken },
}

/** Whether the last day of a model has come. */
export const hasEnded = (endsOn: string | null | undefined, at: Date): boolean =>
  endsOn != null && Date.parse(endsOn) <= at.getTime()

/** The model to ask for: of one that has ended, the one that takes its place. */
export function askedModel(name: string, at: Date): string {
  const { endsOn, replacedBy } = knownModels[name] ?? {}
  return hasEnded(endsOn, at) && replacedBy !== undefined ? replacedBy : name
}

/** Whether a model can ask for functions; one that nobody knows is taken to. */
export const hasFunctions = (name: string): boolean => knownModels[name]?.functions ?? true

/** Whether a model looks at images; one of which nobody told that is taken to. */
export const seesImages = (name: string): boolean => knownModels[name]?.images ?? true

/** Whether a model writes recordings out; one of which nobody told that is taken to. */
export const hearsAudio = (name: string): boolean => (knownModels[name]?.audio ?? 'hears') === 'hears'

/** Whether a model speaks; one of which nobody told that is taken to. */
export const speaksAudio = (name: string): boolean => (knownModels[name]?.audio ?? 'speaks') === 'speaks'

/** Whether a model answers texts; one that nobody knows is taken to. */
export const answersTexts = (name: string): boolean => (knownModels[name]?.audio ?? 'none') === 'none'
